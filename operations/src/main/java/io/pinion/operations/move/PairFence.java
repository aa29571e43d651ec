package io.pinion.operations.move;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.MovedDatabases;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fence of a pair's databases while they are handed over. Blocks; one run, by the holder of the pair's lock.
 *
 * @param side that hands them over
 * @param what they are, for people: {@code these shards}
 */
public record PairFence(PairSide side, RunningOperation operation, MoveTimeouts timeouts, String what) {
    private static final Logger log = LoggerFactory.getLogger(PairFence.class);

    /** The pause between two attempts to find a moment in which nobody uses a table. */
    private static final Duration FENCE_AGAIN = Duration.ofMillis(500);

    /** So long a table may be in use all the time, by short transactions, before the rest is left to the hold. */
    private static final Duration BUSY = Duration.ofSeconds(10);

    /** For a table's last user, where no client is to be: on the standby, and on the primary behind the drain. */
    private static final Duration LAST_USER = Duration.ofSeconds(1);

    /** The last moment for statements that have not ended during the hold. */
    private static final Duration LAST_MOMENT = Duration.ofMillis(500);

    private static final int LOCK_WAIT_TIMEOUT = 1205;

    // --- before clients wait

    /**
     * Prepares the fence as far as possible while clients write, and fences the standby, which has no writers. Open
     * transactions hold that up, and may end by themselves: no client waits yet.
     */
    public void prepare() throws SQLException, OperationRefused {
        side.requireStandby();
        long end = System.nanoTime() + timeouts.catchUp().toNanos();
        prepare(side.primary(), Duration.ZERO, end);
        if (side.standby().isPresent()) {
            prepare(side.standby().get(), LAST_USER, end);
            fence(side.standby().get());
        }
    }

    private void prepare(MovedDatabases server, Duration wait, long end) throws SQLException, OperationRefused {
        long first = 0;
        while (true) {
            try {
                server.prepareFence(
                        operation.number(),
                        wait,
                        (ready, tables) -> operation.tellIfMine(
                                "making triggers on " + server + ": " + ready + " of " + tables + " tables"));
                return;
            } catch (SQLException e) {
                if (e.getErrorCode() != LOCK_WAIT_TIMEOUT || System.nanoTime() > end) {
                    throw e;
                }
            }
            first = first == 0 ? System.nanoTime() : first;
            if (System.nanoTime() - first > BUSY.toNanos()
                    && server.oldestTransaction().compareTo(timeouts.drain()) < 0) {
                // raise() makes the rest.
                return;
            }
            operation.tell(waiting(server));
            operation.pause(FENCE_AGAIN);
        }
    }

    /** Whoever was in the way may have gone since, and another one come. */
    private static String waiting(MovedDatabases server) throws SQLException {
        String blockers = server.blockers();
        return blockers.isEmpty()
                ? "waiting for moments in which nobody uses the tables on " + server
                : "waiting for the end of transactions on " + server + ": " + blockers;
    }

    /**
     * Measures how long a fence takes, since clients would wait as long on the primary: on MySQL it is a statement for
     * each database.
     */
    private void fence(MovedDatabases standby) throws SQLException, OperationRefused {
        long begun = System.nanoTime();
        int ended = standby.raiseFence(operation.number(), standby.server(), timeouts.drain());
        if (ended > 0) {
            // A backup or another reader has held it up, which says nothing of the primary.
            standby.lowerFence(operation.number());
            begun = System.nanoTime();
            standby.raiseFence(operation.number(), standby.server(), timeouts.drain());
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        if (took.compareTo(timeouts.fence()) > 0) {
            throw new OperationRefused("to let " + standby.databases().size() + " databases refuse writes took "
                    + took.toMillis() + " ms on " + standby + ", and so long clients would wait: CANCEL OPERATION "
                    + operation.number()
                    + ", and hand over fewer at a time: fewer shards of a MOVE, or a keyspace whose"
                    + " shards are on more pairs (no more than "
                    + timeouts.fence().toMillis() + " ms for it)");
        }
    }

    /** Lowers the fences on standbys too, since one may become the primary. After a failure a later attempt does it. */
    public void takeWritesAgain() {
        side.servers().forEach(this::takeWritesAgain);
    }

    private void takeWritesAgain(MovedDatabases server) {
        try {
            if (operation.lock().isHeldWithin(TaskLock.PATIENTLY)) {
                server.lowerFence(operation.number());
            }
        } catch (SQLException e) {
            log.atWarn()
                    .addKeyValue("operation", operation.number())
                    .addKeyValue("server", server)
                    .addKeyValue("cause", e.getMessage())
                    .log(
                            "A server may refuse writes to databases that it has, if it becomes the primary: SHOW OPERATIONS"
                                    + " tells how the operation goes on");
        }
    }

    // --- while statements wait

    /**
     * Lets the primary refuse writes.
     *
     * @return how many connections were ended, which have held it up
     */
    public int raise() throws SQLException, OperationRefused {
        int ended = side.primary().raiseFence(operation.number(), side.other(), LAST_MOMENT);
        if (!side.primary().isFenceUp(operation.number()) && !isRaisedWithTheRest()) {
            throw new OperationRefused("tables of " + what + " have been made meanwhile on " + side.primary()
                    + ", where nothing refuses writes: try again");
        }
        return ended;
    }

    /** Tables that clients never left alone have no fence yet; now nobody uses them. */
    private boolean isRaisedWithTheRest() throws SQLException {
        side.primary().prepareFence(operation.number(), LAST_USER, (ready, tables) -> {});
        for (MovedDatabases server : side.servers()) {
            if (!server.isFenceUp(operation.number())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Branches that are prepared already could be committed behind the fence; later branches have nothing of these
     * databases.
     */
    public void awaitBranches(Duration most) throws SQLException, OperationRefused {
        int open = side.primary().server().awaitBranches(most);
        if (open > 0) {
            throw new OperationRefused(side.primary() + " has " + open
                    + " prepared transactions, which could still be committed behind the fence: SHOW XA BRANCHES"
                    + " lists them, and a proxy ends them soon");
        }
    }

    /** Lets waiting clients write on the primary again, and waits for a server that is away. */
    public void lowerAtLast() throws SQLException, OperationRefused {
        side.lowerFenceAtLast(operation.number(), operation.lock());
    }

    /** Clients don't wait for the standby. */
    public void lowerOnStandby() {
        side.standby().ifPresent(this::takeWritesAgain);
    }
}
