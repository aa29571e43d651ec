package io.pinion.operations.move;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.operations.engine.OperationCancelled;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.Proxies;
import io.pinion.operations.engine.ProxyStopping;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task;
import io.pinion.operations.move.MoveFacts.Beginning;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.replication.Position;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The moment in which shards change their pair: all proxies hold statements for them, running statements end, the old
 * pair refuses writes to their databases, the new pair applies the last changes, and the topology names the new pair.
 * Each step may be taken twice. Blocks; one run, by the holder of the locks of both pairs.
 */
final class CutOver {
    private static final Logger log = LoggerFactory.getLogger(CutOver.class);

    /** The pause between two attempts: a wait for a table's metadata lock makes other users of the table wait too. */
    private static final Duration FENCE_AGAIN = Duration.ofSeconds(5);

    /** The last moment for statements that have not ended during the hold. */
    private static final Duration LAST_MOMENT = Duration.ofMillis(500);

    private static final Duration LEAST_WAIT = Duration.ofMillis(100);
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private final Direction direction;
    private final MovePairs pairs;
    private final PairSide old;
    private final PairSide next;
    private final RunningOperation operation;
    private final MoveTimeouts timeouts;
    private final PublishedMove published;
    private final String channel;
    private final Beginning beginning;
    private final CatchUp catchUp;

    CutOver(Direction direction, MovePairs pairs) throws OperationRefused {
        this.direction = direction;
        this.pairs = pairs;
        this.old = pairs.old(direction);
        this.next = pairs.next(direction);
        this.operation = pairs.operation();
        this.timeouts = pairs.timeouts();
        this.published = pairs.published();
        this.channel = direction.channel(pairs.number());
        this.beginning = pairs.facts().beginning(direction);
        this.catchUp = new CatchUp(direction, pairs);
    }

    // --- before clients wait

    /**
     * Prepares the fence as far as possible while clients write, and fences the standby, which has no writers. Open
     * transactions hold that up, and may end by themselves: no client waits yet. When it fails, the old pair takes
     * writes as before.
     */
    void prepare() throws SQLException, OperationRefused {
        try {
            old.requireStandby();
            long end = System.nanoTime() + timeouts.catchUp().toNanos();
            for (MovedDatabases server : old.servers()) {
                prepare(server, end);
            }
            if (old.standby().isPresent()) {
                fence(old.standby().get());
            }
            catchUp.await();
            operation.requireMayGoOn();
            operation.enter(direction == Direction.FORTH ? Task.Move.HANDING_OVER : Task.Move.HANDING_BACK);
        } catch (OperationRefused | SQLException e) {
            takeWritesAgain();
            throw e;
        }
    }

    private void prepare(MovedDatabases server, long end) throws SQLException, OperationRefused {
        while (true) {
            try {
                server.prepareFence(operation.number());
                return;
            } catch (SQLException e) {
                if (e.getErrorCode() != LOCK_WAIT_TIMEOUT || System.nanoTime() > end) {
                    throw e;
                }
            }
            operation.tell("waiting for the end of transactions on " + server + ": " + server.blockers());
            operation.pause(FENCE_AGAIN);
        }
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
                    + operation.number() + ", and move fewer shards at a time (no more than "
                    + timeouts.fence().toMillis() + " ms for it)");
        }
    }

    /** Lowers the fences on standbys too, since one may become the primary. After a failure a later attempt does it. */
    private void takeWritesAgain() {
        old.servers().forEach(this::takeWritesAgain);
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
                    .log("A server may refuse writes to shards that it has, if it becomes the primary: SHOW OPERATIONS"
                            + " tells how the move goes on");
        }
    }

    // --- while statements wait

    /**
     * Hands the shards over. When that fails before the topology is changed, the old pair takes writes as before.
     *
     * @return how long clients waited
     * @throws OperationRefused also when it is unknown whether the topology names the new pair
     */
    Duration handOver() throws SQLException, OperationRefused {
        long begun = System.nanoTime();
        int ended;
        try {
            new HandOverGuard(pairs).awaitNoOther(timeouts.drain());
            long held = hold();
            begun = System.nanoTime();
            ended = drainAndFence(held, begun + timeouts.hold().toNanos());
            operation.requireHeld(TaskLock.BRIEFLY);
        } catch (OperationRefused | SQLException | RuntimeException e) {
            throw undone(e);
        }
        boolean fenced = direction == Direction.BACK;
        published.moveAtLast(old.pair().name(), next.pair().name(), fenced);
        if (fenced) {
            open();
        }
        Duration pause = Duration.ofNanos(System.nanoTime() - begun);
        log.atInfo()
                .addKeyValue("operation", operation.number())
                .addKeyValue("shards", pairs.task().statement())
                .addKeyValue("pause_ms", pause.toMillis())
                .addKeyValue("ended", ended)
                .log("Shards are on another pair");
        return pause;
    }

    /**
     * Lets clients write on the pair that has the shards again, in the direction back only. The topology must name that
     * pair first: a proxy that is cut off from ZooKeeper may still have an old topology, and send writes there.
     *
     * @throws OperationRefused when statements are still held; the call may be repeated
     */
    void open() throws OperationRefused {
        try {
            next.primary().lowerFence(operation.number());
            published.releaseAtLast(next.pair().name());
        } catch (SQLException | OperationRefused e) {
            throw new OperationRefused("the shards are on pair " + next.pair().name() + " again, but " + next.primary()
                    + " may refuse writes to them, and statements for them are held: RESUME OPERATION "
                    + operation.number() + " goes on from there (" + e.getMessage() + ")");
        }
    }

    /**
     * Holds statements on every registered proxy. A proxy that can't be told, since it stands still or was cut off a
     * moment ago, would let its clients meet the fence: clients don't wait long for such a proxy, but the move does.
     *
     * @return the generation with which statements wait
     */
    private long hold() throws OperationRefused {
        Proxies proxies = pairs.services().proxies();
        long end = System.nanoTime() + timeouts.proxies().toNanos();
        while (true) {
            long held = published.hold(old.pair().name());
            Predicate<RegisteredProxy> holds = proxy -> proxy.adopted() >= held;
            if (proxies.awaitAll(timeouts.adoption(), holds)) {
                return held;
            }
            String others = proxies.others(holds);
            if (System.nanoTime() > end) {
                throw new OperationRefused(
                        "the clients of proxies that can't be told to hold statements would get errors: " + others
                                + " (SHOW PROXIES)");
            }
            published.releaseAtLast(old.pair().name());
            operation.tell("waiting for proxies that can't be told to hold statements: " + others);
            while (System.nanoTime() < end && !proxies.areAll(holds)) {
                operation.pause(LOOK_EVERY);
            }
        }
    }

    private static Duration upTo(Duration most, long end) {
        Duration left = Duration.ofNanos(Math.max(LEAST_WAIT.toNanos(), end - System.nanoTime()));
        return left.compareTo(most) < 0 ? left : most;
    }

    /** @param end when clients have waited long enough */
    private int drainAndFence(long held, long end) throws SQLException, OperationRefused {
        pairs.services().proxies().awaitAll(timeouts.drain(), proxy -> proxy.served() >= held);
        int ended = old.primary().raiseFence(operation.number(), old.other(), LAST_MOMENT);
        if (!old.primary().isFenceUp(operation.number())) {
            throw new OperationRefused("tables of these shards have been made meanwhile on " + old.primary()
                    + ", where nothing refuses writes: try again");
        }
        awaitBranches(upTo(timeouts.branches(), end));
        Position last = old.primary().since(beginning.position());
        if (!next.primary().server().awaitPosition(last, upTo(timeouts.hold(), end))) {
            catchUp.requireFollowing();
            throw new OperationRefused(next.primary() + " hasn't reached " + last.gtids() + " of " + old.primary()
                    + " within " + timeouts.hold().toMillis() + " ms of clients' waiting");
        }
        // Stops the channel, since some changes pass fences: a TRUNCATE, or a branch that is committed.
        next.primary().pause(channel);
        if (direction == Direction.FORTH) {
            pairs.facts()
                    .begins(
                            Direction.BACK,
                            new Beginning(
                                    next.primary().place(),
                                    next.primary().server().position()));
        }
        return ended;
    }

    /**
     * Branches that are prepared already could be committed behind the fence; later branches have nothing of these
     * shards.
     */
    private void awaitBranches(Duration most) throws SQLException, OperationRefused {
        int open = old.primary().server().awaitBranches(most);
        if (open > 0) {
            throw new OperationRefused(old.primary() + " has " + open
                    + " prepared transactions, which could still be committed behind the fence: SHOW XA BRANCHES"
                    + " lists them, and a proxy ends them soon");
        }
    }

    /** Undoes the hand-over: clients go on with the old pair. */
    private OperationRefused undone(Exception why) {
        StringBuilder message = new StringBuilder(String.valueOf(why.getMessage()));
        boolean undone = false;
        try {
            undo();
            undone = true;
            if (why instanceof OperationCancelled || why instanceof ProxyStopping) {
                return (OperationRefused) why;
            }
        } catch (SQLException | OperationRefused e) {
            message.append("; the shards may be fenced on ")
                    .append(old.primary())
                    .append(", and statements for them held: ")
                    .append(e.getMessage());
        }
        String again =
                (undone && direction == Direction.BACK ? "REVERT" : "RESUME") + " OPERATION " + operation.number();
        return new OperationRefused(
                message.indexOf(again) >= 0 ? message.toString() : message + "; " + again + " tries again");
    }

    /** Only valid as long as the topology has the shards on the old pair. Clients don't wait for its standby. */
    void undo() throws SQLException, OperationRefused {
        if (!operation.lock().isHeldWithin(TaskLock.PATIENTLY)) {
            throw new OperationRefused("ZooKeeper is away, so that another proxy may work on the pairs");
        }
        old.lowerFenceAtLast(operation.number(), operation.lock());
        published.releaseAtLast(old.pair().name());
        old.standby().ifPresent(this::takeWritesAgain);
        operation.enterAgain(direction.before());
    }
}
