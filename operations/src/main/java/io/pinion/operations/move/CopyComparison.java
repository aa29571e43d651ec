package io.pinion.operations.move;

import io.pinion.operations.copy.TryAgain;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.replication.Channel;
import io.pinion.operations.verify.SnapshotComparison;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Compares the copy to which shards are about to move with the shards, while clients write. Blocks; one run, by the
 * holder of the locks of both pairs.
 *
 * @param direction in which the shards are about to move
 */
record CopyComparison(Direction direction, MovePairs pairs) {
    /** The most differences in a message. */
    private static final int SHOWN = 5;

    /** Reading half a server takes hours; a cancel ends it before. */
    private static final Duration LONGEST = Duration.ofDays(7);

    /** The pause between two attempts: on MySQL a comparison begins with table locks, for which clients wait. */
    private static final Duration AGAIN = Duration.ofSeconds(5);

    void requireEqual() throws OperationRefused, SQLException {
        MovedDatabases follower = pairs.next(direction).primary();
        pairs.operation().tell(pairs.old(direction).primary() + " with " + follower);
        List<String> differences = differences(comparison());
        if (!differences.isEmpty()) {
            throw new OperationRefused("the copy on " + follower + " is not equal: "
                    + String.join("; ", differences.subList(0, Math.min(SHOWN, differences.size()))) + "; " + next());
        }
    }

    /**
     * Tries again while open transactions keep the comparison from beginning, on MySQL; no client waits for that yet.
     */
    private List<String> differences(SnapshotComparison comparison) throws OperationRefused, SQLException {
        RunningOperation operation = pairs.operation();
        int compared = 0;
        long end = System.nanoTime() + pairs.timeouts().catchUp().toNanos();
        while (true) {
            try {
                comparison.run(done -> {});
                return comparison.differences();
            } catch (OperationRefused e) {
                if (comparison.done() > compared) {
                    compared = comparison.done();
                    end = System.nanoTime() + pairs.timeouts().catchUp().toNanos();
                }
                if (!(e instanceof TryAgain) || System.nanoTime() > end) {
                    operation.requireMayGoOn();
                    throw new OperationRefused("the copy can't be compared: " + e.getMessage());
                }
                operation.tell("waiting to compare the copy: " + e.getMessage());
                operation.pause(AGAIN);
            }
        }
    }

    private String next() {
        return switch (direction) {
            case FORTH ->
                "CANCEL OPERATION " + pairs.number() + " drops it, RESUME OPERATION " + pairs.number()
                        + " compares again once it is mended";
            case BACK ->
                "FINISH OPERATION " + pairs.number() + " drops it, REVERT OPERATION " + pairs.number()
                        + " compares again once it is mended";
        };
    }

    private SnapshotComparison comparison() throws OperationRefused {
        PairSide follower = pairs.next(direction);
        return SnapshotComparison.ofChannel(
                pairs.old(direction).login(),
                follower.login(),
                new Channel(
                        direction.channel(pairs.number()), follower.primary().databases()),
                pairs.facts().beginning(direction).position(),
                LONGEST,
                () -> !pairs.operation().mayGoOn());
    }
}
