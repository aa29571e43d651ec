package io.pinion.operations.pair;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.pair.StandbyReplacement.Contents;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.standby.CompletedPair;
import io.pinion.operations.standby.NewStandby;
import io.pinion.operations.standby.Obstacle;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One attempt to make a pair, or to give it a standby, from wherever another one has ended. Blocks. */
final class PairAttempt implements Attempt<CompletedPair> {
    private static final Duration ANSWER = Duration.ofMinutes(1);
    private static final Duration LOCKS = Duration.ofSeconds(5);

    /** The fact that the standby took writes before, {@code true} or {@code false}. */
    private static final String STANDBY_WAS_OPEN = "standby_was_open";

    /** The fact that the pair has its primary alone, while its standby is being made anew. */
    private static final String LEFT = "left";

    /** The fact that the primary refused writes before. */
    private static final String PRIMARY_WAS_FENCED = "primary_was_fenced";

    private final OperationServices services;
    private final PairTask task;
    private final RunningOperation operation;
    private final TopologyChange change;
    private final Account operator;
    private final long begun = System.nanoTime();
    private Topology topology;
    private @Nullable NewStandby standby;
    private @Nullable ServerConnection alone;
    private String note = "";

    PairAttempt(OperationServices services, PairTask task, RunningOperation operation) throws OperationRefused {
        this.services = services;
        this.task = task;
        this.operation = operation;
        this.topology = services.topology();
        this.change = TopologyChange.of(services, operation);
        this.operator = OperationServices.operator(topology);
    }

    /** The topology with what is wanted, which may not be stored yet. */
    private Topology wanted() {
        return isPublished() ? topology : task.into(topology);
    }

    private Pair pair() throws OperationRefused {
        return OperationServices.pair(wanted(), task.pair());
    }

    private NewStandby standby() throws OperationRefused {
        if (standby == null) {
            requireFree();
            standby = new NewStandby(
                    services,
                    operation,
                    wanted(),
                    task.before(topology),
                    task.newStandby().orElseThrow());
        }
        return standby;
    }

    /** A connection to the primary. */
    private ServerConnection primary() throws OperationRefused, SQLException {
        if (task.newStandby().isPresent()) {
            return standby().primary();
        }
        if (alone == null) {
            alone = login(pair().primary()).open(ANSWER);
        }
        return alone;
    }

    private ServerLogin login(Server server) {
        return new ServerLogin(services.access(), server, operator);
    }

    // --- how far it is

    /** A promotion by force may have made the new standby the primary before both followed each other. */
    @Override
    public Optional<String> isOver() {
        Optional<String> primary =
                topology.pair(task.pair()).map(pair -> pair.primary().name());
        if (task instanceof StandbyReplacement replace
                && primary.filter(replace.standby().name()::equals).isPresent()) {
            note = replace.standby().name()
                    + " is the primary of the pair by now, which needs a standby that follows it (SHOW PAIRS)";
            return Optional.of(note);
        }
        return Optional.empty();
    }

    boolean isPublished() {
        return task.isIn(topology) && hasLeft();
    }

    /** Whether the pair's own standby that is made anew is out of the pair, or was; another one never was in it. */
    boolean hasLeft() {
        return !(task instanceof StandbyReplacement replace && replace.isOwn()) || isNoted(LEFT);
    }

    boolean mayHaveCopied() throws OperationRefused {
        return isPublished() || (task.newStandby().isPresent() && standby().mayHaveCopied());
    }

    boolean hasCopy() throws OperationRefused, SQLException {
        return isPublished() || standby().hasCopy();
    }

    // --- the servers become a pair

    void check() throws OperationRefused, SQLException {
        PairCheck check = new PairCheck(services, topology, task);
        Obstacle.requireNone(check.names());
        try (PairLogins connections = PairLogins.open(pair().primary(), task.newStandby(), this::login)) {
            Obstacle.requireNone(check.serversAndAccounts(connections, new Counting(operation)));
        }
    }

    /** Tells how far the check of thousands of databases is. */
    private record Counting(RunningOperation operation) implements CopyControl {
        @Override
        public void checked(int databases, int all) {
            operation.tellIfMine(databases + " of " + all + " databases");
        }
    }

    /** Somebody else may have taken a name meanwhile. */
    private void requireFree() throws OperationRefused {
        if (!isPublished()) {
            Obstacle.requireNone(new PairCheck(services, topology, task).names());
        }
    }

    /** Nobody may promote a standby whose data is being made anew. */
    void leave() throws OperationRefused, SQLException {
        StandbyReplacement own = (StandbyReplacement) task;
        topology = change.store(
                own::without, now -> !own.isIn(now), "pair " + task.pair() + " has just changed (SHOW PAIRS)");
        primary().forgetSource();
        operation.note(LEFT, "true");
    }

    /** It has the data already, and goes on behind that. */
    void goOn() throws OperationRefused, SQLException {
        standby().next().fence(LOCKS);
        try {
            standby().goOn();
        } catch (OperationRefused e) {
            throw e.told(e.getMessage() + " (if the log that it needs is gone: CANCEL OPERATION " + operation.number()
                    + ", and " + StandbyContents.cure((StandbyReplacement) task) + ")");
        }
    }

    void copy() throws OperationRefused, SQLException {
        NewStandby next = standby();
        if (operation.noted(STANDBY_WAS_OPEN).isEmpty()) {
            operation.note(STANDBY_WAS_OPEN, String.valueOf(!next.next().isFenced()));
        }
        next.next().fence(LOCKS);
        next.copy();
    }

    void catchUp() throws OperationRefused, SQLException {
        standby().catchUp();
    }

    void compare() throws OperationRefused, SQLException {
        String cancel = "CANCEL OPERATION " + operation.number();
        standby()
                .compare(
                        task instanceof StandbyReplacement kept && kept.contents() == Contents.KEPT
                                ? cancel + ", " + StandbyContents.cure(kept)
                                : cancel + " drops the copy");
    }

    /** The old standby follows nobody. */
    void join() throws OperationRefused, SQLException {
        letPrimaryFollow();
        Optional<Server> old = topology.server(((StandbyReplacement) task).old());
        if (old.isEmpty() || task.added().contains(old.get())) {
            return;
        }
        try (ServerConnection left = login(old.get()).open(ANSWER)) {
            left.forgetSource();
        } catch (SQLException e) {
            note = old.get().name() + " can't be told to follow no more: keep it off, or say "
                    + String.join("; ", primary().dialect().forgetSource()) + " there (" + e.getMessage() + ")";
        }
    }

    void letPrimaryFollow() throws OperationRefused, SQLException {
        standby().letPrimaryFollow();
    }

    boolean isOpen() throws OperationRefused, SQLException {
        return !primary().isFenced() && !primary().isOpenForOperator();
    }

    void open() throws OperationRefused, SQLException {
        operation.note(PRIMARY_WAS_FENCED, "true");
        primary().unfence();
    }

    void publish() throws OperationRefused {
        topology = change.store(
                task::into,
                task::isIn,
                "somebody else has changed the topology meanwhile, which has a name or an address of this pair by now:"
                        + " look at it (SHOW PAIRS) before you resume or cancel");
    }

    @Override
    public CompletedPair answer() throws OperationRefused {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        int databases = standby == null ? 0 : standby.databases();
        long rows = standby == null ? 0 : standby.rows();
        return new CompletedPair(pair(), databases, rows, took, topology.generation(), note());
    }

    /** One that is given up before it has a copy to drop leaves accounts, too. */
    @Override
    public String note() {
        return note.isEmpty() && operation.progress().isToBeGivenUp() ? leftOver() : note;
    }

    /** A standby of the pair's own has had its accounts before. */
    private String leftOver() {
        return isNoted(LEFT)
                ? "pair " + task.pair() + " has its primary alone: " + task.statement() + " gives it a standby"
                : "accounts that were made for Pinion on " + String.join(" and ", names()) + " are still there";
    }

    // --- the way back

    /** Whoever was about to publish it can't any more. */
    void requireUnpublished() throws OperationRefused {
        topology = change.outdateOlderWriters();
        if (isPublished()) {
            throw new OperationRefused("pair " + task.pair()
                    + " has its servers in the topology already: RESUME OPERATION " + operation.number()
                    + " ends it, and DROP PAIR " + task.pair() + " takes the pair out again");
        }
    }

    /** Whether the topology has been given its names or addresses by somebody else: its servers may serve others. */
    private boolean isTaken() {
        return !task.isIn(wanted());
    }

    void fencePrimary() throws OperationRefused, SQLException {
        if (!isTaken() && isNoted(PRIMARY_WAS_FENCED)) {
            primary().fence(LOCKS);
        }
    }

    void letPrimaryForget() throws OperationRefused, SQLException {
        if (!isTaken()) {
            primary().forgetSource();
        }
    }

    /** The standby is as it was before, but for accounts. */
    void dropCopy() throws OperationRefused, SQLException {
        requireUnpublished();
        note = leftOver();
        if (operation.noted(STANDBY_WAS_OPEN).isEmpty()) {
            return;
        }
        if (isTaken()) {
            note =
                    "the topology has a server or a pair of that name or address by now: the servers are left as they are";
            return;
        }
        NewStandby next = standby();
        boolean copied = next.mayHaveCopied();
        if (!(copied ? next.drop() : next.reach())) {
            note = NewStandby.LEFT_OVER + "; " + note;
            return;
        }
        if (copied) {
            next.next().dialect().emptyLog(next.next());
        }
        if (isNoted(STANDBY_WAS_OPEN)) {
            next.next().unfence();
        }
    }

    private List<String> names() {
        return task.added().stream().map(Server::name).toList();
    }

    private boolean isNoted(String fact) {
        return operation.noted(fact).filter("true"::equals).isPresent();
    }

    @Override
    public void close() {
        if (standby != null) {
            standby.close();
        }
        if (alone != null) {
            alone.close();
        }
    }
}
