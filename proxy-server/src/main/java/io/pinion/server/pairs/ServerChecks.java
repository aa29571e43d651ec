package io.pinion.server.pairs;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.LoginListener;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.replication.Lag;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.Standing;
import io.pinion.operations.server.watch.AskFailure;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.operations.server.watch.ServerRoom;
import io.pinion.operations.server.watch.ServerWatch;
import io.pinion.server.observe.LogKeys;
import io.pinion.server.observe.ServerContacts;
import io.pinion.server.observe.ServerPicture;
import io.pinion.server.observe.ServerSnapshot;
import io.pinion.server.observe.ServerSnapshot.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the reports of the server watch: keeps the servers' state for admin statements, metrics and health, and logs
 * its changes. Called on threads of the watch, read on any thread.
 */
public final class ServerChecks implements ServerWatch.Listener, LoginListener {
    private static final Logger log = LoggerFactory.getLogger(ServerChecks.class);

    private final ServerContacts contacts;
    private final AccountRefusals refusals;
    private final ServerVersion planned;
    private final GlobalModes modes;
    private final Map<String, String> versions = new ConcurrentHashMap<>();

    /** The last report of each server, by name; servers that don't answer are left out. */
    private final Map<String, ServerReport> reports = new ConcurrentHashMap<>();

    /** Servers that were primaries of a pair at their last report. */
    private final Set<String> primaries = ConcurrentHashMap.newKeySet();

    /** The standing of each pair's standby, by pair. */
    private final Map<String, Compared> standings = new ConcurrentHashMap<>();

    /** @param primary the name of the server that the standby was compared with */
    private record Compared(String primary, Standing standing) {}

    /** The problems that were logged, by pair. */
    private final Map<String, List<String>> problems = new ConcurrentHashMap<>();

    private final LongHolds holds = new LongHolds(System::nanoTime);
    private final SettledFindings lasting;

    private volatile Function<Pair, Optional<String>> silence = pair -> Optional.empty();
    private volatile Consumer<Server> silent = server -> {};
    private volatile Function<Pair, Optional<String>> work = pair -> Optional.empty();

    /** How servers have failed, as far as it was logged: one that has refused may fall silent. */
    private final Map<String, State> failing = new ConcurrentHashMap<>();

    /**
     * @param planned the version that statements are planned for, which is also the greeting's
     * @param modes gets every report
     * @param topology the running one
     */
    public ServerChecks(
            ServerContacts contacts, ServerVersion planned, GlobalModes modes, Supplier<Topology> topology) {
        this(contacts, planned, modes, topology, System::nanoTime);
    }

    /** @param nanoTime a clock */
    ServerChecks(
            ServerContacts contacts,
            ServerVersion planned,
            GlobalModes modes,
            Supplier<Topology> topology,
            LongSupplier nanoTime) {
        this.refusals = new AccountRefusals(contacts, topology);
        this.lasting = new SettledFindings(nanoTime);
        this.modes = modes;
        this.contacts = contacts;
        this.planned = planned;
    }

    @Override
    public void loggedIn(Server server, Account account) {
        contacts.loggedIn(server.name(), account.name());
    }

    /** Accounts that Pinion makes are looked after by itself. */
    @Override
    public void denied(Server server, Account account, int errorCode) {
        if (!account.isManaged()) {
            contacts.denied(server.name(), account.name(), errorCode);
        }
    }

    @Override
    public void answered(Server server, ServerReport report, Topology asked) {
        if (asked.pairs().values().stream().anyMatch(pair -> pair.primary().equals(server))) {
            primaries.add(server.name());
        } else {
            primaries.remove(server.name());
        }
        learn(server, report);
        asked.pairs().values().stream().filter(pair -> pair.has(server.name())).forEach(this::look);
    }

    private void learn(Server server, ServerReport report) {
        reports.put(server.name(), report);
        modes.learn(server.name(), report);
        if (report.room().isTaken()) {
            contacts.isTaken(server.name());
        } else {
            contacts.answered(server.name());
        }
        if (failing.remove(server.name()) != null) {
            log.atInfo().addKeyValue(LogKeys.SERVER, server.name()).log("A server answers again");
        }
        if (!report.version().equals(versions.put(server.name(), report.version()))) {
            compare(server, new ServerVersion(report.version()));
        }
    }

    @Override
    public void compared(Pair pair, Standing standing) {
        standings.put(pair.name(), new Compared(pair.primary().name(), standing));
        look(pair);
    }

    /** Logs what is new. */
    private void look(Pair pair) {
        List<String> now = ofAnswers(pair);
        List<String> before = problems.put(pair.name(), now);
        for (String problem : now) {
            if (before == null || !before.contains(problem)) {
                log.atWarn()
                        .addKeyValue(LogKeys.PAIR, pair.name())
                        .addKeyValue(LogKeys.REASON, problem)
                        .log("A pair needs care");
            }
        }
    }

    public ServerContacts contacts() {
        return contacts;
    }

    /**
     * The state of a pair, from its servers' last reports in their present roles. A promotion's new primary was fenced
     * in its last report as a standby, which is no problem of the primary, so that report is left out.
     */
    public PairHealth health(Pair pair) {
        return new PairHealth(
                pair,
                Optional.of(pair.primary().name()).filter(primaries::contains).map(reports::get),
                standbysName(pair).map(reports::get),
                standing(pair),
                silence.apply(pair),
                work.apply(pair).isPresent());
    }

    /** Those of the findings of {@link #health} that have lasted for some seconds. */
    public List<Finding> findings(Pair pair) {
        return lasting.lasting(pair, health(pair).findings());
    }

    /** The standby's standing; unknown when it doesn't answer. */
    public Standing standing(Pair pair) {
        boolean answers = standbysName(pair).filter(reports::containsKey).isPresent();
        Compared compared = standings.get(pair.name());
        return answers
                        && compared != null
                        && compared.primary().equals(pair.primary().name())
                ? compared.standing()
                : Standing.UNKNOWN;
    }

    /** The standby, unless its last report was one of a primary. */
    private Optional<String> standbysName(Pair pair) {
        return pair.standby().map(Server::name).filter(name -> !primaries.contains(name));
    }

    /** @param why gives the reason why the silent primary of a pair isn't replaced automatically; doesn't block */
    public void explainSilence(Function<Pair, Optional<String>> why) {
        silence = why;
    }

    /** @param told of each server that doesn't answer any more, once; doesn't block */
    public void onSilence(Consumer<Server> told) {
        silent = told;
    }

    /** @param what names the operation that works on a pair now; doesn't block */
    public void explainWork(Function<Pair, Optional<String>> what) {
        work = what;
    }

    /** Whether the standby, if there is one, has answered at its last check. */
    public boolean standbyAnswers(Pair pair) {
        return pair.standby()
                .map(Server::name)
                .filter(name -> !reports.containsKey(name))
                .isEmpty();
    }

    /** The problems of all pairs, one line each; empty when all are well. */
    public List<String> problems(Topology topology) {
        List<String> lines = new ArrayList<>();
        for (Pair pair : topology.pairs().values()) {
            for (String problem : problems(pair)) {
                lines.add("pair " + pair.name() + ": " + problem);
            }
        }
        return lines;
    }

    /** The problems of a pair, one line each; empty when the pair is well. */
    public List<String> problems(Pair pair) {
        List<String> lines = new ArrayList<>();
        for (Server server : pair.servers()) {
            String name = server.name();
            ServerSnapshot contact = contacts.of(name);
            if (contact.state() == State.DOWN) {
                lines.add("server " + name + " (" + server.address() + ") is down: " + contact.detail());
            } else if (!reports.containsKey(name)) {
                contacts.lack(name)
                        .ifPresent(lack -> lines.add("server " + name + " is there and refuses to be asked, " + lack
                                + (lack.equals(ServerContacts.ALL_TAKEN) ? PairHealth.FEWER : PairHealth.MORE_ROOM)));
            }
            lines.addAll(refusals.problems(name));
        }
        lines.addAll(ofAnswers(pair));
        return lines;
    }

    /** The problems that servers report themselves, or that failed statements show. */
    private List<String> ofAnswers(Pair pair) {
        List<String> lines =
                new ArrayList<>(findings(pair).stream().map(Finding::problem).toList());
        holds.problem(pair, work.apply(pair)).ifPresent(lines::add);
        for (String server : serversOf(pair)) {
            contacts.lackOfRoom(server)
                    .ifPresent(error -> lines.add("statements fail on " + server + " with error " + error
                            + ", as on a full disk" + PairHealth.MORE_ROOM));
        }
        return lines;
    }

    /** The state of each server, for metrics. */
    public List<ServerPicture> pictures(Topology topology) {
        List<ServerPicture> pictures = new ArrayList<>();
        for (Pair pair : topology.pairs().values()) {
            for (String server : serversOf(pair)) {
                boolean isPrimary = pair.primary().name().equals(server);
                Optional<ServerReport> report = Optional.ofNullable(reports.get(server));
                pictures.add(new ServerPicture(
                        pair.name(),
                        server,
                        isPrimary,
                        contacts.of(server).state(),
                        report.map(ServerReport::fenced),
                        report.flatMap(ServerReport::replication).map(ReplicationHealth::isRunning),
                        connectionUse(server, report),
                        hasFullDisk(server, report),
                        isPrimary ? Optional.empty() : standing(pair).lag().map(Lag::time)));
            }
        }
        return pictures;
    }

    private Optional<Double> connectionUse(String server, Optional<ServerReport> report) {
        return report.isEmpty()
                        && contacts.lack(server)
                                .filter(ServerContacts.ALL_TAKEN::equals)
                                .isPresent()
                ? Optional.of(1.0)
                : report.map(ServerReport::room).map(ServerRoom::connectionUse);
    }

    private boolean hasFullDisk(String server, Optional<ServerReport> report) {
        return report.map(ServerReport::hasFullDisk).orElseGet(() -> contacts.lack(server)
                        .filter(reason -> !reason.equals(ServerContacts.ALL_TAKEN))
                        .isPresent())
                || contacts.lackOfRoom(server).isPresent();
    }

    private static List<String> serversOf(Pair pair) {
        List<String> servers = new ArrayList<>(List.of(pair.primary().name()));
        pair.standby().map(Server::name).ifPresent(servers::add);
        return servers;
    }

    /**
     * Planning and greeting use the version of the proxy's start: version comments are code depending on it, and
     * clients choose their statements by it.
     */
    private void compare(Server server, ServerVersion found) {
        boolean same = found.dialect() == planned.dialect() && found.number() == planned.number();
        if (!same) {
            log.atWarn()
                    .addKeyValue(LogKeys.SERVER, server.name())
                    .addKeyValue("version", found.text())
                    .addKeyValue("planned_for", planned.text())
                    .log("A server has another version than the one that statements are planned for; restart this proxy"
                            + " when all have the new one");
        }
    }

    @Override
    public void failed(Server server, AskFailure failure) {
        String reason = failure.reason();
        reports.remove(server.name());
        if (failure.refused()) {
            contacts.refuses(server.name(), reason);
            refuses(server, reason);
        } else if (failure.denied()) {
            refuses(server, reason);
        } else {
            isSilent(server, reason);
        }
    }

    private void refuses(Server server, String reason) {
        if (failing.put(server.name(), State.REFUSING) != State.REFUSING) {
            log.atWarn()
                    .addKeyValue(LogKeys.SERVER, server.name())
                    .addKeyValue("address", server.address())
                    .addKeyValue(LogKeys.REASON, reason)
                    .log("A server is there and refuses to be asked; statements for it may fail");
        }
    }

    private void isSilent(Server server, String reason) {
        contacts.didNotAnswer(server.name(), reason);
        if (contacts.of(server.name()).state() == State.DOWN && failing.put(server.name(), State.DOWN) != State.DOWN) {
            log.atWarn()
                    .addKeyValue(LogKeys.SERVER, server.name())
                    .addKeyValue("address", server.address())
                    .addKeyValue(LogKeys.REASON, reason)
                    .log("A server doesn't answer; statements for it fail until it does");
            silent.accept(server);
        }
    }
}
