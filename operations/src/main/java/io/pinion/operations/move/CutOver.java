package io.pinion.operations.move;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.Task;
import io.pinion.operations.move.MoveFacts.Beginning;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.SnapshotPlace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The moment in which shards change their pair: the new pair applies the last changes, and the topology names it. */
record CutOver(Direction direction, MovePairs pairs) implements HandOver.Published {
    HandOver moment() throws OperationRefused {
        boolean forth = direction == Direction.FORTH;
        CatchUp catchUp = new CatchUp(direction, pairs);
        return new HandOver(
                pairs.services(),
                pairs.operation(),
                pairs.timeouts(),
                forth ? Task.Move.HANDING_OVER : Task.Move.HANDING_BACK,
                direction.before(),
                forth ? "RESUME" : "REVERT",
                "the shards may be fenced on " + old().primary() + ", and statements for them held",
                this,
                catchUp::await,
                this::awaitOthers,
                most -> bringRest(catchUp, most),
                List.of(new PairFence(old(), pairs.operation(), pairs.timeouts(), "these shards")));
    }

    private PairSide old() {
        return pairs.old(direction);
    }

    private PairSide next() {
        return pairs.next(direction);
    }

    private void awaitOthers() throws OperationRefused {
        HandOverGuard guard = new HandOverGuard(pairs);
        guard.awaitTurns(pairs.timeouts().turns());
        guard.awaitNoOther(pairs.timeouts().drain());
    }

    @Override
    public long hold() throws OperationRefused {
        return pairs.published().hold(old().pair().name());
    }

    @Override
    public long releaseAtLast() throws OperationRefused {
        return pairs.published().releaseAtLast(old().pair().name());
    }

    private void bringRest(CatchUp catchUp, Duration most) throws SQLException, OperationRefused {
        MovedDatabases follower = next().primary();
        Position last = old().primary().since(pairs.facts().beginning(direction).position());
        if (!follower.server().awaitPosition(last, most)) {
            catchUp.requireFollowing();
            throw new OperationRefused(follower + " hasn't reached " + last.gtids() + " of " + old().primary()
                    + " within " + pairs.timeouts().hold().toMillis() + " ms of clients' waiting");
        }
        // Stops the channel, since some changes pass fences: a TRUNCATE, or a branch that is committed.
        follower.pause(direction.channel(pairs.number()));
        if (direction == Direction.FORTH) {
            SnapshotPlace now = follower.placeAndPosition();
            pairs.facts().begins(Direction.BACK, new Beginning(now.place(), now.position()));
        }
    }

    /** On the way back the old pair's own fence is up. */
    @Override
    public void turnAtLast() throws OperationRefused {
        boolean fenced = direction == Direction.BACK;
        pairs.published().moveAtLast(old().pair().name(), next().pair().name(), fenced);
        if (fenced) {
            open();
        }
    }

    /**
     * Lets clients write on the pair that has the shards again, in the direction back only. The topology must name that
     * pair first: a proxy that is cut off from ZooKeeper may still have an old topology, and send writes there.
     *
     * @throws OperationRefused when statements are still held; the call may be repeated
     */
    void open() throws OperationRefused {
        try {
            next().primary().lowerFence(pairs.number());
            pairs.published().releaseAtLast(next().pair().name());
        } catch (SQLException | OperationRefused e) {
            throw new OperationRefused(
                    "the shards are on pair " + next().pair().name() + " again, but " + next().primary()
                            + " may refuse writes to them, and statements for them are held: RESUME OPERATION "
                            + pairs.number() + " goes on from there (" + e.getMessage() + ")");
        }
    }
}
