package io.pinion.operations.move;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.StatementHold;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task;
import io.pinion.operations.move.MoveFacts.Beginning;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.SnapshotPlace;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The moment in which shards change their pair: all proxies hold statements for them, running statements end, the old
 * pair refuses writes to their databases, the new pair applies the last changes, and the topology names the new pair.
 * Each step may be taken twice. Blocks; one run, by the holder of the locks of both pairs.
 */
final class CutOver {
    private static final Logger log = LoggerFactory.getLogger(CutOver.class);

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
    private final PairFence fence;

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
        this.fence = new PairFence(old, operation, timeouts, "these shards");
    }

    // --- before clients wait

    /** Prepares the fence. When that fails, the old pair takes writes as before. */
    void prepare() throws SQLException, OperationRefused {
        try {
            fence.prepare();
            catchUp.await();
            operation.requireMayGoOn();
            operation.enter(direction == Direction.FORTH ? Task.Move.HANDING_OVER : Task.Move.HANDING_BACK);
        } catch (OperationRefused | SQLException e) {
            fence.takeWritesAgain();
            throw e;
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
            HandOverGuard guard = new HandOverGuard(pairs);
            guard.awaitTurns(timeouts.turns());
            guard.awaitNoOther(timeouts.drain());
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

    private long hold() throws OperationRefused {
        return new StatementHold(pairs.services().proxies(), operation, timeouts.adoption(), timeouts.proxies())
                .begin(
                        () -> published.hold(old.pair().name()),
                        () -> published.releaseAtLast(old.pair().name()));
    }

    /** @param end when clients have waited long enough */
    private int drainAndFence(long held, long end) throws SQLException, OperationRefused {
        pairs.services().proxies().awaitAll(timeouts.drain(), proxy -> proxy.served() >= held);
        int ended = fence.raise();
        fence.awaitBranches(MoveTimeouts.upTo(timeouts.branches(), end));
        Position last = old.primary().since(beginning.position());
        if (!next.primary().server().awaitPosition(last, MoveTimeouts.upTo(timeouts.hold(), end))) {
            catchUp.requireFollowing();
            throw new OperationRefused(next.primary() + " hasn't reached " + last.gtids() + " of " + old.primary()
                    + " within " + timeouts.hold().toMillis() + " ms of clients' waiting");
        }
        // Stops the channel, since some changes pass fences: a TRUNCATE, or a branch that is committed.
        next.primary().pause(channel);
        if (direction == Direction.FORTH) {
            SnapshotPlace now = next.primary().placeAndPosition();
            pairs.facts().begins(Direction.BACK, new Beginning(now.place(), now.position()));
        }
        return ended;
    }

    /** Undoes the hand-over: clients go on with the old pair. */
    private OperationRefused undone(Exception why) {
        return new UndoneHandOver(
                        operation.number(),
                        direction == Direction.BACK,
                        "the shards may be fenced on " + old.primary() + ", and statements for them held")
                .after(why, this::undo);
    }

    /** Only valid as long as the topology has the shards on the old pair. Clients don't wait for its standby. */
    void undo() throws SQLException, OperationRefused {
        if (!operation.lock().isHeldWithin(TaskLock.PATIENTLY)) {
            throw new OperationRefused("ZooKeeper is away, so that another proxy may work on the pairs");
        }
        fence.lowerAtLast();
        published.releaseAtLast(old.pair().name());
        fence.lowerOnStandby();
        operation.enterAgain(direction.before());
    }
}
