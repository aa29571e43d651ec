package io.pinion.operations.standby;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.NewServerAccounts;
import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.copy.CopyRefused;
import io.pinion.operations.copy.DatabaseCopy;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.CopyOfOperation;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.verify.PairDatabases;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One attempt to replace a standby, from wherever another one has ended. Blocks. */
final class StandbyAttempt implements Attempt<Replaced> {
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);
    private static final Duration LOCKS = Duration.ofSeconds(5);

    /** How long the last statement of an earlier attempt may take to end after it is killed. */
    private static final Duration LAST_STATEMENT = Duration.ofSeconds(10);

    /** In one wait for replication, of many: in between it looks whether it shall go on. */
    private static final Duration CATCHING_UP = Duration.ofSeconds(5);

    private static final int MOST_WAITS = 720;

    /** The fact that the new server may have databases of this operation's making. */
    static final String COPIED = "copied";

    private static final String LEFT_OVER =
            "the new server isn't reached: it keeps what it has of the copy, and may go on following the primary; empty it"
                    + " before it is used again";

    private final OperationServices services;
    private final Task.StandbyReplacement task;
    private final RunningOperation operation;
    private final TopologyChange change;
    private final Account operator;
    private final PairLink link;
    private final long begun = System.nanoTime();
    private Topology topology;
    private @Nullable ServerConnection primary;
    private @Nullable ServerConnection next;
    private int databases;
    private long rows;
    private String note = "";

    StandbyAttempt(
            OperationServices services, Topology topology, Task.StandbyReplacement task, RunningOperation operation)
            throws OperationRefused {
        this.services = services;
        this.topology = topology;
        this.task = task;
        this.operation = operation;
        this.change = new TopologyChange(services, operation.lock());
        this.operator = services.operator();
        this.link = new PairLink(services.access(), topology, operator, resume());
    }

    private String resume() {
        return "RESUME OPERATION " + operation.number();
    }

    private Pair pair() throws OperationRefused {
        return OperationServices.pair(topology, task.pair());
    }

    private Server server() throws OperationRefused {
        return topology.server(task.with())
                .orElseThrow(() -> new OperationRefused("the topology has no server " + task.with()));
    }

    private ServerConnection primary() throws OperationRefused, SQLException {
        if (primary == null) {
            primary = link.login(pair().primary()).open(LONGEST_ANSWER);
        }
        return primary;
    }

    /** The server that becomes the standby; what an earlier attempt has begun there is ended first. */
    private ServerConnection next() throws OperationRefused, SQLException {
        if (next == null) {
            next = link.login(server()).open(LONGEST_ANSWER);
            next.takeOver(operation.mark(), LAST_STATEMENT);
        }
        return next;
    }

    // --- how far it is

    /** A promotion by force may have made the new standby the primary before both followed each other. */
    @Override
    public Optional<String> isOver() {
        if (isPrimary()) {
            note = task.with()
                    + " is the primary of the pair by now, which needs a standby that follows it (SHOW PAIRS)";
            return Optional.of(note);
        }
        return Optional.empty();
    }

    private boolean isPrimary() {
        return topology.pair(task.pair())
                .filter(pair -> pair.primary().name().equals(task.with()))
                .isPresent();
    }

    boolean isStandby() throws OperationRefused {
        return pair().standby().map(Server::name).filter(task.with()::equals).isPresent();
    }

    boolean mayHaveCopied() {
        return operation.noted(COPIED).isPresent();
    }

    boolean hasCopy() throws OperationRefused, SQLException {
        return isStandby() || (mayHaveCopied() && next().replication().configured());
    }

    // --- the new server gets everything

    void check() throws OperationRefused, SQLException {
        requireRoles();
        check(false);
    }

    private void check(boolean ownCopy) throws OperationRefused, SQLException {
        new NewServerCheck(topology, services.access(), pair(), server(), primary(), next()).run(ownCopy);
    }

    private void requireRoles() throws OperationRefused {
        NewServerCheck.unused(topology, task.with());
        if (!pair().standby().map(Server::name).orElse("").equals(task.old())) {
            throw new OperationRefused(
                    "pair " + task.pair() + " has another standby by now (SHOW PAIRS): CANCEL OPERATION "
                            + operation.number() + ", and look which server shall be replaced");
        }
    }

    /**
     * From the standby, if it follows, so that the primary has nothing of it. Every connection to the new server was
     * opened before the journal was written for the last time: whoever goes on with this writes there first, and ends
     * them then.
     */
    void copy() throws OperationRefused, SQLException {
        if (mayHaveCopied()) {
            requireRoles();
            // An attempt that died in the middle of its copy has left it open for the operator.
            next().fence(LOCKS);
            check(true);
        }
        Server source = source();
        List<String> all;
        try (ServerConnection names = link.login(source).open(LONGEST_ANSWER)) {
            all = names.userDatabases();
        }
        requireNothingElse(all);
        // From here on the databases there are of this operation's making.
        operation.requireHeld(TaskLock.PATIENTLY);
        operation.note(COPIED, "true");
        next().execute(next().dialect().openForOperator());
        DatabaseCopy.discardUnlogged(next(), next().userDatabases());
        try (Snapshot snapshot = Snapshot.openToFollow(link.login(source), all, LOCKS);
                Control control = new Control(source)) {
            ServerLogin target = new ServerLogin(services.access(), server(), operator, Optional.of(operation.mark()));
            CopyProgress copied =
                    new DatabaseCopy(snapshot, target, services.copies().speed(), control, false).run();
            databases = all.size();
            rows = copied.rows();
            new NewServerAccounts(services.access(), topology, pair(), server()).make(next());
            next().fence(LOCKS);
            next().execute(next().dialect().standAt(snapshot.position()));
        } catch (CopyRefused | CopyBroken e) {
            operation.requireMayGoOn();
            throw new OperationRefused(e.getMessage() + fencedAgain());
        }
    }

    /** What an earlier attempt has left is of the pair; before the first nothing was there. */
    private void requireNothingElse(List<String> ofPair) throws OperationRefused, SQLException {
        List<String> left = new ArrayList<>(next().userDatabases());
        left.removeAll(ofPair);
        if (!left.isEmpty()) {
            throw new OperationRefused(next() + " has databases that the pair hasn't, such as " + left.getFirst()
                    + ": drop them there if nobody needs them, and " + resume());
        }
    }

    private final class Control extends CopyOfOperation {
        Control(Server source) {
            super(operation, services, List.of(link.login(source)));
        }

        /** Behind the login of the copy: whoever goes on with this ends that connection. */
        @Override
        protected void enterBeginning() throws OperationRefused {
            operation.confirm();
        }
    }

    private String fencedAgain() throws OperationRefused {
        try {
            next().fence(LOCKS);
            return "";
        } catch (SQLException e) {
            return "; " + next + " may still let administrators write: " + e.getMessage();
        }
    }

    /** What the standby has of its own would come with a copy of it. */
    private Server source() throws OperationRefused, SQLException {
        Optional<Server> standby = pair().standby();
        if (standby.isPresent()) {
            try (ServerConnection old = link.login(standby.get()).open(LONGEST_ANSWER)) {
                if (old.replication().isRunning() && old.newerThan(primary()).isEmpty()) {
                    return standby.get();
                }
            } catch (SQLException e) {
                // It may be the reason for which it is replaced.
            }
        }
        return pair().primary();
    }

    void catchUp() throws OperationRefused, SQLException {
        requireRoles();
        if (!next().replication().isRunning()) {
            // Also one that an attempt has told whom to follow, and not to begin: it goes on from where it stands.
            link.follow(next(), pair().primary());
        }
        Position wanted = primary().position();
        for (int wait = 0; wait < MOST_WAITS; wait++) {
            if (next().awaitPosition(wanted, CATCHING_UP)) {
                return;
            }
            ReplicationHealth health = next().replication();
            if (!health.isRunning()) {
                throw new OperationRefused(next + " doesn't follow " + primary + ": " + health.lastError()
                        + "; mend that and " + resume());
            }
            operation.requireMayGoOn();
        }
        throw new OperationRefused(next + " has not caught up: " + resume() + " waits again");
    }

    void compare() throws OperationRefused, SQLException {
        List<String> differences;
        try (ServerConnection names = link.login(pair().primary()).open(LONGEST_ANSWER)) {
            differences = PairDatabases.differences(
                    services.access(),
                    operator,
                    new Pair(task.pair(), pair().primary(), Optional.of(server())),
                    names.userDatabases(),
                    () -> !operation.mayGoOn());
        }
        operation.requireMayGoOn();
        if (!differences.isEmpty()) {
            throw new OperationRefused(
                    task.with() + " isn't equal to " + pair().primary().name() + ": "
                            + String.join("; ", differences.subList(0, Math.min(3, differences.size())))
                            + "; CANCEL OPERATION " + operation.number() + " drops the copy");
        }
    }

    // --- it takes the place

    void publish() throws OperationRefused {
        Server with = server();
        String primaryName = pair().primary().name();
        topology = change.store(
                before -> replaced(before, with, primaryName),
                now -> now.pair(task.pair())
                        .filter(pair -> pair.has(with.name()))
                        .isPresent(),
                "somebody else has changed pair " + task.pair()
                        + " in the topology meanwhile: look at it (SHOW PAIRS) before you resume or cancel");
    }

    private Topology replaced(Topology before, Server with, String primaryName) {
        boolean free = before.server(with.name()).filter(with::equals).isPresent()
                && before.pairs().values().stream().noneMatch(each -> each.has(with.name()));
        return before.pair(task.pair())
                .filter(there -> free
                        && there.primary().name().equals(primaryName)
                        && there.standby().map(Server::name).orElse("").equals(task.old()))
                .map(there -> before.withPair(new Pair(there.name(), there.primary(), Optional.of(with), there.held())))
                .orElse(before);
    }

    /** Each follows the other, and the old standby nobody. */
    void join() throws OperationRefused, SQLException {
        link.followStandby(primary(), server());
        Optional<Server> old = topology.server(task.old());
        if (old.isEmpty()) {
            return;
        }
        try (ServerConnection left = link.login(old.get()).open(LONGEST_ANSWER)) {
            left.forgetSource();
        } catch (SQLException e) {
            note = task.old() + " can't be told to follow no more: keep it off, or let it forget its source ("
                    + e.getMessage() + ")";
        }
    }

    @Override
    public Replaced answer() throws OperationRefused {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        return new Replaced(pair(), databases, rows, took, topology.generation(), note);
    }

    @Override
    public String note() {
        return note;
    }

    // --- the way back

    /** Whoever was about to publish the new standby can't any more. */
    void requireUnpublished() throws OperationRefused {
        topology = change.outdateOlderWriters();
        for (Pair pair : topology.pairs().values()) {
            if (pair.has(task.with())) {
                throw new OperationRefused(
                        task.with() + " is a server of pair " + pair.name() + " already: " + resume() + " ends it");
            }
        }
    }

    void dropCopy() throws OperationRefused, SQLException {
        if (!mayHaveCopied() || topology.server(task.with()).isEmpty()) {
            return;
        }
        requireUnpublished();
        Optional<ServerConnection> reached = PairLink.reached(link.login(server()));
        if (reached.isEmpty()) {
            note = LEFT_OVER;
            return;
        }
        next = reached.get();
        next.takeOver(operation.mark(), LAST_STATEMENT);
        // Behind the login: whoever goes on with this writes the journal first, and ends this connection then.
        operation.requireHeld(TaskLock.PATIENTLY);
        operation.confirm();
        next.forgetSource();
        next.execute(next.dialect().openForOperator());
        List<String> copies = new ArrayList<>(next.userDatabases());
        copies.retainAll(primary().userDatabases());
        DatabaseCopy.discardUnlogged(next, copies);
        next.fence(LOCKS);
    }

    // --- what EXPLAIN shows

    List<PlannedAction> plannedChecks() throws OperationRefused, SQLException {
        check();
        return List.of(new PlannedAction(
                String.valueOf(next),
                "SELECT …",
                "it is empty, fenced and set as the primary is; its accounts log in"));
    }

    List<PlannedAction> plannedCopy() throws OperationRefused, SQLException {
        Server source = source();
        int count = primary().userDatabases().size();
        return List.of(
                new PlannedAction(
                        String.valueOf(next()),
                        String.join("; ", next().dialect().openForOperator()),
                        "it takes the copy, and writes of nobody else"),
                new PlannedAction(
                        source.name(),
                        "START TRANSACTION WITH CONSISTENT SNAPSHOT",
                        "and where that is in the binary log"),
                new PlannedAction(
                        String.valueOf(next()),
                        "CREATE DATABASE …; CREATE TABLE …; INSERT …",
                        "the copy of " + count + " databases"),
                new PlannedAction(
                        String.valueOf(next()),
                        String.join("; ", next().dialect().fence(LOCKS)),
                        "as a standby is"));
    }

    List<PlannedAction> plannedFollowing() throws OperationRefused, SQLException {
        return List.of(new PlannedAction(
                String.valueOf(next()), "START REPLICA", "it follows " + primary() + ", until it has all of it"));
    }

    List<PlannedAction> plannedJoining() throws OperationRefused, SQLException {
        List<PlannedAction> actions = new ArrayList<>();
        actions.add(new PlannedAction(String.valueOf(primary()), "START REPLICA", "it follows " + next()));
        if (!task.old().isEmpty()) {
            actions.add(new PlannedAction(
                    task.old(), "STOP REPLICA; RESET REPLICA ALL", "it follows nobody any more, and is kept as it is"));
        }
        return actions;
    }

    @Override
    public void close() {
        if (next != null) {
            next.close();
        }
        if (primary != null) {
            primary.close();
        }
    }
}
