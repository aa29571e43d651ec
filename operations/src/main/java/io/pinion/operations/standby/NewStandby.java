package io.pinion.operations.standby;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.NewServerAccounts;
import io.pinion.operations.copy.CopyOfOperation;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.copy.DatabaseCopy;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.verify.SnapshotComparison;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An empty server that gets all that a pair has, and follows its primary from there; the work of one attempt of an
 * operation, from wherever another one has ended. Blocks.
 */
public final class NewStandby implements AutoCloseable {
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);
    private static final Duration LOCKS = Duration.ofSeconds(5);

    /** How long the last statement of an earlier attempt may take to end after it is killed. */
    private static final Duration LAST_STATEMENT = Duration.ofSeconds(10);

    /** In one wait for replication, of many: in between it looks whether it shall go on. */
    private static final Duration CATCHING_UP = Duration.ofSeconds(5);

    private static final int MOST_WAITS = 720;

    /** A comparison of all rows. */
    private static final Duration LONGEST = Duration.ofHours(12);

    /** The fact that the new server may have databases of this operation's making. */
    static final String COPIED = "copied";

    /** What a server keeps that isn't reached when its copy is given up, for people. */
    public static final String LEFT_OVER =
            "the new server isn't reached: it keeps what it has of the copy, and may go on following the primary;"
                    + " empty it before it is used again";

    private final OperationServices services;
    private final RunningOperation operation;
    private final Topology topology;
    private final Pair pair;
    private final Server server;
    private final PairLink link;
    private @Nullable ServerConnection primary;
    private @Nullable ServerConnection next;
    private int databases;
    private long rows;

    /**
     * @param pair as it is before it gets this standby
     */
    public NewStandby(
            OperationServices services, RunningOperation operation, Topology topology, Pair pair, Server server)
            throws OperationRefused {
        this.services = services;
        this.operation = operation;
        this.topology = topology;
        this.pair = pair;
        this.server = server;
        this.link = new PairLink(services.access(), topology, OperationServices.operator(topology), resume());
    }

    private String resume() {
        return "RESUME OPERATION " + operation.number();
    }

    /** A connection to the pair's primary. */
    public ServerConnection primary() throws SQLException {
        if (primary == null) {
            primary = link.login(pair.primary()).open(LONGEST_ANSWER);
        }
        return primary;
    }

    /** A connection to the new server; what an earlier attempt has begun there is ended first. */
    public ServerConnection next() throws SQLException {
        if (next == null) {
            next = link.login(server).open(LONGEST_ANSWER);
            next.takeOver(operation.mark(), LAST_STATEMENT);
        }
        return next;
    }

    /** The number of databases that this attempt has copied. */
    public int databases() {
        return databases;
    }

    /** The number of rows that this attempt has copied. */
    public long rows() {
        return rows;
    }

    // --- how far it is

    /** Whether databases there are of this operation's making. */
    public boolean mayHaveCopied() {
        return operation.noted(COPIED).isPresent();
    }

    public boolean hasCopy() throws SQLException {
        return mayHaveCopied() && next().replication().configured();
    }

    // --- it gets everything

    private void requireGood(boolean ownCopy) throws OperationRefused, SQLException {
        new NewServerCheck(topology, services.access(), pair, server, primary(), next()).run(ownCopy);
    }

    /**
     * From the standby, if it follows, so that the primary has nothing of it. Every connection to the new server was
     * opened before the journal was written for the last time: whoever goes on with this writes there first, and ends
     * them then.
     */
    public void copy() throws OperationRefused, SQLException {
        if (mayHaveCopied()) {
            // An attempt that died in the middle of its copy has left it open for the operator.
            next().fence(LOCKS);
            requireGood(true);
        }
        Server source = source();
        List<String> all;
        try (ServerConnection names = link.login(source).open(LONGEST_ANSWER)) {
            all = names.userDatabases();
        }
        requireNothingElse(DatabasesInUse.of(next()), all);
        // One that follows has a copy.
        next().forgetSource();
        // From here on the databases there are of this operation's making.
        operation.requireHeld(TaskLock.PATIENTLY);
        operation.note(COPIED, "true");
        next().execute(next().dialect().openForOperator());
        DatabaseCopy.discardUnlogged(next(), next().userDatabases(), operation::requireMayDrop);
        // What it had done before is the pair's, or nobody's any more.
        next().dialect().emptyLog(next());
        rows = copy(source, all);
        databases = all.size();
    }

    /** Copies databases to the server, which lets the operator write, as of one position, and fences it again. */
    private long copy(Server source, List<String> all) throws OperationRefused, SQLException {
        ServerLogin target = new ServerLogin(services.access(), server, link.operator(), Optional.of(operation.mark()));
        try (Snapshot snapshot = Snapshot.openToFollow(link.login(source), all, LOCKS);
                CopyOfOperation control =
                        new CopyOfOperation(operation, services, List.of(link.login(source)), List.of())) {
            CopyProgress copied =
                    new DatabaseCopy(snapshot, target, services.copies().speed(), control, false).run();
            new NewServerAccounts(services.access(), topology, pair, server).make(next());
            next().fence(LOCKS);
            if (!snapshot.position().isEmpty()) {
                next().execute(next().dialect().standAt(snapshot.position()));
            }
            return copied.rows();
        } catch (OperationRefused e) {
            operation.requireMayGoOn();
            throw new OperationRefused(e.getMessage() + fencedAgain(next()));
        }
    }

    private static String fencedAgain(ServerConnection next) {
        try {
            next.fence(LOCKS);
            return "";
        } catch (SQLException e) {
            return "; " + next + " may still let administrators write: " + e.getMessage();
        }
    }

    /** What an earlier attempt has left is of the pair; before the first nothing was there. */
    private void requireNothingElse(List<String> here, List<String> ofPair) throws OperationRefused, SQLException {
        ForeignDatabases others = ForeignDatabases.among(here, ofPair);
        if (!others.isEmpty()) {
            throw new OperationRefused(next() + " has databases that the pair hasn't, such as " + others + ": "
                    + ForeignDatabases.CURE + ", and " + resume());
        }
    }

    /** What the standby has of its own would come with a copy of it. */
    private Server source() throws OperationRefused, SQLException {
        Optional<Server> standby = pair.standby();
        if (standby.isPresent()) {
            try (ServerConnection old = link.login(standby.get()).open(LONGEST_ANSWER)) {
                if (old.replication().isRunning() && old.newerThan(primary()).isEmpty()) {
                    return standby.get();
                }
            } catch (SQLException e) {
                // It may be the reason for which it is replaced.
            }
        }
        return pair.primary();
    }

    /** Follows the primary behind what it has, of which the primary lacks nothing. */
    public void goOn() throws OperationRefused, SQLException {
        if (!next().replication().isRunning()) {
            link.followStandby(next(), pair.primary());
        }
    }

    /** Returns when it has all that the primary has now, and follows it. */
    public void catchUp() throws OperationRefused, SQLException {
        if (!next().replication().isRunning()) {
            // Also one that an attempt has told whom to follow, and not to begin: it goes on from where it stands.
            link.follow(next(), pair.primary());
        }
        Position wanted = primary().position();
        long asked = System.nanoTime();
        for (int wait = 0; wait < MOST_WAITS; wait++) {
            if (next().awaitPosition(wanted, CATCHING_UP)) {
                if (System.nanoTime() - asked <= CATCHING_UP.toNanos()) {
                    return;
                }
                // Clients have written for as long as that took.
                wanted = primary().position();
                asked = System.nanoTime();
                continue;
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

    /**
     * Compares all rows with those of the primary, which must have all databases that the server has.
     *
     * @param cure of a difference, for people
     */
    public void compare(String cure) throws OperationRefused, SQLException {
        // Asked first: what clients make meanwhile comes here later.
        List<String> here = next().userDatabases();
        List<String> ofPair;
        try (ServerConnection names = link.login(pair.primary()).open(LONGEST_ANSWER)) {
            ofPair = names.userDatabases();
        }
        requireNothingElse(here, ofPair);
        SnapshotComparison comparison = SnapshotComparison.ofStandby(
                link.login(pair.primary()), link.login(server), ofPair, LONGEST, () -> !operation.mayGoOn());
        try {
            comparison.run(done -> operation.tellIfMine(done + " of " + ofPair.size() + " databases"));
        } catch (OperationRefused | SQLException e) {
            operation.requireMayGoOn();
            throw new OperationRefused("not all of " + server.name() + " was compared with "
                    + pair.primary().name() + ": "
                    + e.getMessage() + "; RESUME OPERATION " + operation.number()
                    + " compares again, or CANCEL OPERATION "
                    + operation.number());
        }
        operation.requireMayGoOn();
        List<String> differences = comparison.differences();
        if (!differences.isEmpty()) {
            throw new OperationRefused(
                    server.name() + " isn't equal to " + pair.primary().name() + ": "
                            + String.join("; ", differences.subList(0, Math.min(3, differences.size())))
                            + "; " + cure);
        }
    }

    /** Each follows the other from here on. */
    public void letPrimaryFollow() throws OperationRefused, SQLException {
        link.followStandby(primary(), server);
    }

    // --- the way back

    /**
     * Connects to the server anew, and ends what an earlier attempt has begun there.
     *
     * @return whether it is reached
     */
    public boolean reach() throws OperationRefused, SQLException {
        Optional<ServerConnection> reached = PairLink.reached(link.login(server));
        if (reached.isEmpty()) {
            return false;
        }
        if (next != null) {
            next.close();
        }
        next = reached.get();
        next.takeOver(operation.mark(), LAST_STATEMENT);
        // Behind the login: whoever goes on with this writes the journal first, and ends this connection then.
        operation.requireHeld(TaskLock.PATIENTLY);
        operation.confirm();
        return true;
    }

    /**
     * Drops what was copied, and lets the server follow nobody.
     *
     * @return whether the server could be reached; it keeps what it has otherwise
     */
    public boolean drop() throws OperationRefused, SQLException {
        if (!reach()) {
            return false;
        }
        ServerConnection reached = next();
        reached.forgetSource();
        reached.execute(reached.dialect().openForOperator());
        List<String> copies = new ArrayList<>(reached.userDatabases());
        copies.retainAll(primary().userDatabases());
        DatabaseCopy.discardUnlogged(reached, copies, database -> operation.requireHeld(TaskLock.BRIEFLY));
        reached.fence(LOCKS);
        return true;
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
