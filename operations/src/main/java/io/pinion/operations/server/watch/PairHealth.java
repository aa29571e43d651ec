package io.pinion.operations.server.watch;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.Lag;
import io.pinion.operations.server.replication.MoveChannel;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the servers of a pair have said, put together.
 *
 * @param primary what it said last; empty when it doesn't answer now, or was never asked
 * @param standby as {@code primary}; empty, too, when there is none
 * @param standing of the standby
 * @param notReplaced why a primary that is silent isn't replaced by Pinion itself; empty when it isn't to, or is about
 *     to
 * @param atWork whether an operation works on the pair now, which lets its administrators write, or stops replication, for
 *     a step
 */
public record PairHealth(
        Pair pair,
        Optional<ServerReport> primary,
        Optional<ServerReport> standby,
        Standing standing,
        Optional<String> notReplaced,
        boolean atWork) {
    /** A standby so far behind is no help when the primary dies. */
    private static final Duration LAG_IS_A_PROBLEM = Duration.ofSeconds(10);

    private static final Duration FENCE_TIMEOUT = Duration.ofSeconds(5);

    /** The check of the fence. */
    public static final String READ_ONLY = "read_only";

    private static final String REPLICATION = "replication";
    private static final String CONNECTIONS = " connections (max_connections)";

    /** What an operator should do about a server without free connections. */
    public static final String FEWER = ": end idle ones (SHOW PROCESSLIST there), let proxies keep fewer"
            + " (pool.max_connections_per_server), or SET GLOBAL max_connections higher there";

    /** What an operator should do about a server whose disk is full. */
    public static final String MORE_ROOM = ": free some there, as the runbook disk-filling says";

    /** Where Pinion replaces no primary by itself, and nothing is known of operations. */
    public PairHealth(Pair pair, Optional<ServerReport> primary, Optional<ServerReport> standby, Standing standing) {
        this(pair, primary, standby, standing, Optional.empty(), false);
    }

    public Optional<Lag> lag() {
        return standing.lag();
    }

    /** In a few words, such as {@code both ways}; empty when there is no standby. */
    public Optional<String> replication() {
        if (pair.standby().isEmpty()) {
            return Optional.empty();
        }
        Server second = pair.standby().get();
        List<String> parts = new ArrayList<>();
        notFollowing(second, standby, pair.primary(), primary).ifPresent(parts::add);
        notFollowing(pair.primary(), primary, second, standby).ifPresent(parts::add);
        if (!parts.isEmpty()) {
            return Optional.of(String.join("; ", parts));
        }
        boolean bothKnown = primary.flatMap(ServerReport::replication).isPresent()
                && standby.flatMap(ServerReport::replication).isPresent();
        return Optional.of(bothKnown ? "both ways" : "unknown");
    }

    /** What an operator should see to, each in one line that says what to do; empty when all is well. */
    public List<String> problems() {
        return findings().stream().map(Finding::problem).toList();
    }

    /** The same, with what ends each. */
    public List<Finding> findings() {
        List<Finding> found = new ArrayList<>();
        if (isFenced()) {
            found.add(ofFenced());
        }
        primary.ifPresent(report -> ofServer(pair.primary(), report, found));
        notReplaced.ifPresent(why -> found.add(error(
                pair.primary(),
                "automatic promotion",
                "the primary " + pair.primary().name() + " is silent, and isn't replaced automatically: " + why,
                withoutPrimary())));
        pair.standby().ifPresent(server -> ofStandby(server, found));
        return found;
    }

    private boolean isFenced() {
        return primary.filter(ServerReport::fenced).isPresent() && !pair.held();
    }

    private Finding ofFenced() {
        String opening = "OPEN PAIR " + pair.name();
        return lost().map(lost -> ofFenced(
                        "its standby has " + lost
                                + ", which it hasn't, as when a crash has taken its last transactions: " + promotion()
                                + " keeps them, " + opening + " gives them up",
                        promotion()))
                .orElseGet(() -> ofFenced(opening + " opens it" + silentStandby(), opening));
    }

    /** Both may have lost their power, and only the standby have the primary's last transactions on its disk. */
    private String silentStandby() {
        return pair.standby()
                .filter(server -> standby.isEmpty())
                .map(server -> ", and gives up what " + server.name()
                        + ", which isn't reached, may have beyond it: start that first, if it can be")
                .orElse("");
    }

    private Finding ofFenced(String wayOut, String statement) {
        return error(
                pair.primary(),
                READ_ONLY,
                "the primary " + pair.primary().name() + " is fenced, so that writes fail with error 1290: " + wayOut,
                new Cure.Admin(statement));
    }

    /**
     * What a fenced primary has lost, as by a restart, and its standby, which has all else, keeps as the primary:
     * whatever else is amiss between the two ends with that.
     */
    private Optional<GtidSet> lost() {
        return errant().filter(errant ->
                isFenced() && standby.filter(this::hasAllOfPrimary).isPresent());
    }

    private boolean hasAllOfPrimary(ServerReport report) {
        return report.replication().filter(ReplicationHealth::configured).isPresent()
                && primary.orElseThrow()
                        .history()
                        .newerThan(report.history())
                        .newerThan(standing.received())
                        .isEmpty();
    }

    private String promotion() {
        return "PROMOTE PAIR " + pair.name() + " FORCE";
    }

    /** For a primary that isn't reached: only a person can know that it takes no writes. */
    public Cure withoutPrimary() {
        Cure promotion = new Cure.Admin(
                promotion() + " FENCED",
                "if " + pair.primary().name()
                        + " doesn't come back and is off, or cut off: FENCED is your word for that");
        return standby.flatMap(report -> report.replication().flatMap(report.dialect()::unapplied))
                .<Cure>map(first -> new Cure.Words(
                        pair.standby().orElseThrow().name() + " " + first + "; then " + promotion.text()))
                .orElse(promotion);
    }

    /** For a standby that isn't reached. */
    public Cure withoutStandby(Server standby) {
        return new Cure.Replacement(
                replacing() + "'host:port'",
                "if " + standby.name() + " doesn't come back when it is started again: "
                        + Cure.Replacement.OF_EMPTY_SERVER);
    }

    private Finding error(Server server, String check, String problem, Cure cure) {
        return Finding.error(pair, server, check, problem, cure);
    }

    private Finding warning(Server server, String check, String problem, Cure cure) {
        return Finding.warning(pair, server, check, problem, cure);
    }

    private void ofServer(Server server, ServerReport report, List<Finding> found) {
        ofReading(server, report, found);
        ofRoom(server, report, found);
        ofChannels(server, report, found);
    }

    /** Sessions begin with the global modes, and Pinion reads their texts without. */
    private void ofReading(Server server, ServerReport report, List<Finding> found) {
        if (!report.otherReading().isEmpty()) {
            found.add(warning(
                    server,
                    "sql_mode",
                    server.name() + " has " + String.join(", ", report.otherReading())
                            + " in its global sql_mode, by which it reads texts otherwise than Pinion: SET GLOBAL sql_mode without"
                            + " there, and in its configuration; while it is a primary, sessions that set no sql_mode of their own"
                            + " are refused what it may read otherwise",
                    report.dialect()
                            .byHand("sql_mode", "'" + String.join(",", TextModes.without(report.sqlMode())) + "'")));
        }
    }

    /** In words that stay the same while a problem lasts. */
    private void ofRoom(Server server, ServerReport report, List<Finding> found) {
        ServerRoom room = report.room();
        if (room.isTaken()) {
            found.add(error(
                    server,
                    "connections",
                    server.name() + " has all its " + room.mostConnections() + CONNECTIONS
                            + " in use, and refuses more with error 1040" + FEWER,
                    behindColon(FEWER)));
        } else if (room.isNearlyTaken()) {
            found.add(warning(
                    server,
                    "connections",
                    server.name() + " has nearly all its " + room.mostConnections() + CONNECTIONS
                            + " in use, and will refuse more with error 1040" + FEWER,
                    behindColon(FEWER)));
        }
        if (room.waitsForDisk()) {
            found.add(error(
                    server,
                    "disk",
                    "writes on " + server.name() + " wait for its disk, which is full or stuck" + MORE_ROOM
                            + "; they go on by themselves within a minute",
                    behindColon(MORE_ROOM)));
        } else if (report.hasFullDisk()) {
            found.add(error(
                    server,
                    "disk",
                    server.name() + " has no room left on its disk" + MORE_ROOM
                            + "; if replication has stopped there, START REPLICA (START SLAVE)",
                    behindColon(MORE_ROOM)));
        }
    }

    private static Cure behindColon(String advice) {
        return new Cure.Words(advice.substring(": ".length()));
    }

    /** One that stands still without an error does so for a moment, as while copies are compared. */
    private void ofChannels(Server server, ServerReport report, List<Finding> found) {
        for (MoveChannel channel : report.channels()) {
            if (channel.running() && !channel.filtered()) {
                String stop = report.dialect().channels().stopping(channel.name());
                found.add(error(
                        server,
                        channel.name(),
                        server.name() + " takes over everything that comes on " + channel.name()
                                + ", which has lost its filter by a restart: " + stop
                                + " there now, and FINISH or CANCEL "
                                + channel.operation(),
                        new Cure.Statements(stop)));
            } else if (!channel.lastError().isEmpty()) {
                found.add(error(
                        server,
                        channel.name(),
                        server.name() + " doesn't follow on " + channel.name() + " (" + firstLine(channel.lastError())
                                + "), so that it lacks rows of " + channel.operation() + " (SHOW OPERATIONS)",
                        new Cure.Words("mend what the error says, or CANCEL " + channel.operation())));
            }
        }
    }

    private void ofStandby(Server server, List<Finding> found) {
        standby.ifPresent(report -> ofServer(server, report, found));
        if (standby.isPresent()
                && !standby.get().fenced()
                && !(atWork && (pair.held() || standby.get().openForOperator()))) {
            Dialect dialect = standby.get().dialect();
            found.add(error(
                    server,
                    READ_ONLY,
                    "the standby " + server.name()
                            + " is not fenced, so that whoever reaches it may write there: set read_only (MySQL: super_read_only) now"
                            + " and in its configuration",
                    new Cure.Safe(dialect.fence(FENCE_TIMEOUT), dialect.words().fence() + "=1")));
        }
        if (lost().isEmpty()) {
            ofReplication(server, found);
            ofErrant(server, found);
        }
        primary.flatMap(one -> standby.flatMap(other -> one.clock().apartFrom(other.clock())))
                .ifPresent(time -> found.add(warning(
                        server,
                        "clock",
                        "the clocks of " + pair.primary().name() + " and " + server.name() + " are " + time.toSeconds()
                                + " s apart: times that clients write would jump at a promotion; mend" + " NTP there",
                        new Cure.Words("have NTP set the clocks of both"))));
        Optional<Lag> lag = lag();
        if (lag.isPresent() && lag.get().time().compareTo(LAG_IS_A_PROBLEM) >= 0) {
            found.add(warning(
                    server,
                    "lag",
                    "the standby " + server.name() + " is more than " + LAG_IS_A_PROBLEM.toSeconds() + " s behind",
                    new Cure.Words("wait, or see what its replication waits for (SHOW PROCESSLIST there)")));
        }
    }

    private void ofErrant(Server server, List<Finding> found) {
        if (!standing.lostOwn().isEmpty()) {
            found.add(error(
                    server,
                    "lost transactions",
                    "the standby " + server.name() + " has lost what it has written as the primary, "
                            + standing.lostOwn() + ", and never gets it back: a promotion would lose that",
                    new Cure.Replacement(replacing() + server.name() + " DISCARD CONTENTS", "which makes it anew")));
        }
        errant().ifPresent(errant -> found.add(error(
                server,
                "errant transactions",
                "the standby " + server.name() + " has transactions that the primary "
                        + pair.primary().name() + " hasn't, " + errant
                        + ": save their rows if they matter, and make it anew" + " from the primary's data",
                rejoining(server))));
    }

    /** Behind a promotion by force, what has broken on the old primary ends with its being made the standby. */
    private void ofReplication(Server server, List<Finding> found) {
        Optional<String> missing = notFollowing(server, standby, pair.primary(), primary)
                .filter(what -> !isStoppedByWork(standby))
                .map(what -> what + ": a promotion would lose what is missing there");
        Optional<String> back = notFollowing(pair.primary(), primary, server, standby)
                .filter(what -> !isStoppedByWork(primary))
                .map(what -> what + ": behind a promotion, it would be no standby");
        if (missing.isPresent() && back.isPresent() && isToldOfNoSource(primary)) {
            found.add(ofReplication(server, standby.get(), missing.get() + "; " + back.get(), rejoining(server)));
            return;
        }
        missing.ifPresent(problem -> found.add(ofReplication(
                server,
                standby.get(),
                problem,
                primary.isEmpty() && isApplying(standby)
                        ? withoutPrimary()
                        : following(pair.primary(), primary, standby.get()))));
        back.ifPresent(problem -> found.add(ofReplication(
                pair.primary(),
                primary.get(),
                problem,
                standby.isEmpty() && isApplying(primary)
                        ? withoutStandby(server)
                        : following(server, standby, primary.get()))));
    }

    private static boolean isToldOfNoSource(Optional<ServerReport> follower) {
        return follower.filter(report -> report.insteadOfPartner().isEmpty())
                .flatMap(ServerReport::replication)
                .filter(health -> !health.configured())
                .isPresent();
    }

    /** A move that waits for its end has it so, and somebody knows of that. */
    private Finding ofReplication(Server server, ServerReport report, String problem, Cure cure) {
        return report.insteadOfPartner().isPresent()
                ? warning(server, REPLICATION, problem, cure)
                : error(server, REPLICATION, problem, cure);
    }

    private boolean isStoppedByWork(Optional<ServerReport> follower) {
        // A promotion holds the pair's statements, and lets the servers forget each other.
        return atWork
                && (pair.held()
                        || follower.flatMap(ServerReport::replication)
                                .filter(health -> health.configured()
                                        && health.lastError().isEmpty())
                                .isPresent());
    }

    /** Whether the follower does its part, so that it follows again as soon as it reaches its source. */
    private static boolean isApplying(Optional<ServerReport> follower) {
        return follower.flatMap(ServerReport::replication)
                .filter(ReplicationHealth::applying)
                .isPresent();
    }

    /** What the standby alone has, as a primary that was replaced by force. */
    private Optional<GtidSet> errant() {
        return standing.errant().filter(errant -> !errant.isEmpty());
    }

    /**
     * Behind a promotion by force the new primary follows nobody, and its old one may be back. Without contents to
     * discard the statement looks itself whether the server can go on with what it has.
     */
    private Cure rejoining(Server server) {
        String again = replacing() + server.name();
        if (standby.isEmpty()) {
            return new Cure.Replacement(
                    again,
                    "when " + server.name() + " is started; if it doesn't come back, " + replacing() + "'host:port' "
                            + Cure.Replacement.OF_EMPTY_SERVER);
        }
        String discarding = again + " DISCARD CONTENTS";
        return errant().map(errant -> new Cure.Replacement(
                        discarding,
                        "when the rows of " + errant + ", which " + server.name()
                                + " alone has, are saved, if they matter (mysqlbinlog there): it makes "
                                + server.name() + " anew; or " + replacing() + "'host:port' "
                                + Cure.Replacement.OF_EMPTY_SERVER))
                .orElse(
                        canGoOn()
                                ? new Cure.Replacement(again, "")
                                : new Cure.Replacement(
                                        discarding,
                                        "which makes it anew: the log of "
                                                + pair.primary().name() + " hasn't what comes next for it"));
    }

    /** Whether the primary may have what the standby gets next, or the standby something of its own that no report tells. */
    private boolean canGoOn() {
        return standing.errant().isEmpty() || !isApplying(standby) || !lacksLog(standby, primary);
    }

    private static boolean lacksLog(Optional<ServerReport> follower, Optional<ServerReport> source) {
        return source.flatMap(there -> follower.flatMap(ServerReport::replication)
                        .filter(health -> health.lacksLogOf(there.serverId())))
                .isPresent();
    }

    private String replacing() {
        return "REPLACE STANDBY " + pair.name() + " WITH ";
    }

    /** By hand: a person may have stopped it on purpose, and what the source has of its own would come in. */
    private Cure following(Server source, Optional<ServerReport> sourceReport, ServerReport report) {
        ReplicationHealth health = report.replication().orElseThrow();
        if (report.insteadOfPartner().isPresent()) {
            return new Cure.Words("it follows " + source.name() + " when the operation has ended; SHOW OPERATIONS");
        }
        if (errant().isPresent() || !health.configured() || lacksLog(Optional.of(report), sourceReport)) {
            return rejoining(pair.standby().orElseThrow());
        }
        if (health.isRunning()) {
            return new Cure.Words("CHANGE MASTER (CHANGE REPLICATION SOURCE) TO " + source.name() + " there");
        }
        List<String> resume = report.dialect().resumeFollowing();
        return firstLine(health.lastError()).isEmpty()
                ? new Cure.Statements(resume, "")
                : new Cure.Words(String.join("; ", resume) + " there, when what the error says is mended");
    }

    /** That a server doesn't replicate from its partner, and why; empty when it does, or hasn't told. */
    static Optional<String> notFollowing(
            Server follower, Optional<ServerReport> report, Server source, Optional<ServerReport> sourceReport) {
        String message = follower.name() + " doesn't follow " + source.name();
        Optional<ReplicationHealth> health = report.flatMap(ServerReport::replication);
        if (health.isEmpty()) {
            return Optional.empty();
        }
        if (!health.get().isRunning()) {
            return Optional.of(message + reason(health.get(), report.get()));
        }
        return sourceReport
                .filter(other -> health.get().followsOtherThan(other.serverId()))
                .map(other -> message + " (it follows the server with server_id "
                        + health.get().source().getAsLong() + ")");
    }

    private static String reason(ReplicationHealth health, ServerReport report) {
        Optional<MoveChannel> instead = report.insteadOfPartner();
        if (!health.configured()) {
            return " (it has been told of no source)";
        }
        if (instead.isPresent()) {
            return " (it follows another pair on " + instead.get().name() + " until the end of "
                    + instead.get().operation() + ")";
        }
        String error = firstLine(health.lastError());
        return error.isEmpty()
                // As VERIFY does for a moment, and leaves it when its proxy dies.
                ? " (stopped; if that lasts, "
                        + String.join("; ", report.dialect().resumeFollowing()) + " there)"
                : " (" + error + ")";
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
