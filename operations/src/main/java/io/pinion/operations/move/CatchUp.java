package io.pinion.operations.move;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.move.MoveFacts.Beginning;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The new pair's replication of clients' writes from the old one, before a hand-over. Blocks; one attempt's. */
final class CatchUp {
    /** A lag that clients don't notice as a wait. */
    private static final Duration SMALL_LAG = Duration.ofMillis(50);

    private static final Duration LAG_WAIT = Duration.ofSeconds(1);

    /**
     * How long a channel may receive nothing while its source answers: far more than a receiver needs to connect again.
     */
    private static final Duration RECEIVING_NOTHING = Duration.ofSeconds(60);

    private final MovedDatabases source;
    private final MovedDatabases follower;
    private final RunningOperation operation;
    private final Duration timeout;
    private final String channel;
    private final Beginning beginning;
    private long received = System.nanoTime();

    CatchUp(Direction direction, MovePairs pairs) throws OperationRefused {
        this.source = pairs.old(direction).primary();
        this.follower = pairs.next(direction).primary();
        this.operation = pairs.operation();
        this.timeout = pairs.timeouts().catchUp();
        this.channel = direction.channel(pairs.number());
        this.beginning = pairs.facts().beginning(direction);
    }

    /**
     * Waits until the new pair has nearly all changes, clients' present writes included: the remaining lag is how long
     * clients would wait.
     */
    void await() throws SQLException, OperationRefused {
        received = System.nanoTime();
        requireFollowing();
        long end = System.nanoTime() + timeout.toNanos();
        long begun = System.nanoTime();
        while (true) {
            Position position = source.since(beginning.position());
            long asked = System.nanoTime();
            boolean there = follower.server().awaitPosition(position, LAG_WAIT);
            long took = System.nanoTime() - asked;
            if (there && took <= SMALL_LAG.toNanos()) {
                return;
            }
            requireFollowing();
            operation.requireMayGoOn();
            if (System.nanoTime() > end) {
                throw new OperationRefused(follower + " is behind " + source + " all the time, since "
                        + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun)
                        + " s: RESUME OPERATION " + operation.number() + " when fewer write");
            }
        }
    }

    void requireFollowing() throws SQLException, OperationRefused {
        ReplicationHealth health = follower.health(channel);
        if (!health.configured()) {
            throw new OperationRefused(follower + " doesn't follow " + source + " any more on channel "
                    + channel
                    + ", or not for these databases alone, as after a restart: CANCEL the operation, and begin"
                    + " anew");
        }
        if (health.applying()) {
            requireReceiving(health);
            return;
        }
        if (!health.lastError().isEmpty()) {
            throw new OperationRefused(
                    follower + " doesn't follow " + source + " on channel " + channel + ": " + health.lastError());
        }
        // A comparison, or an undone hand-over, has stopped it.
        follower.resume(channel);
    }

    /** A channel that receives nothing isn't just lagging: its source or a binary log may be gone. */
    private void requireReceiving(ReplicationHealth health) throws SQLException, OperationRefused {
        if (health.receiving()) {
            received = System.nanoTime();
        } else if (System.nanoTime() - received > RECEIVING_NOTHING.toNanos()) {
            throw new OperationRefused(follower + " receives nothing on channel " + channel
                    + ", which should come from "
                    + source + (health.lastError().isEmpty() ? "" : ": " + health.lastError())
                    + "; CANCEL OPERATION " + operation.number()
                    + ", and begin anew; or mend that, and RESUME OPERATION "
                    + operation.number());
        } else if (health.lastError().isEmpty()) {
            // Somebody has stopped the receiver.
            follower.resume(channel);
        }
    }
}
