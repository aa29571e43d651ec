package io.pinion.operations.move;

import io.pinion.operations.copy.CopyRefused;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.replication.Channel;
import io.pinion.operations.verify.ChannelComparison;
import io.pinion.operations.verify.NotComparable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Compares the copy to which shards are about to move with the shards, while clients write. Blocks; one run, by the
 * holder of the locks of both pairs.
 *
 * @param source the pair that has the shards
 * @param follower the pair whose primary replicates from it
 */
record CopyComparison(
        Direction direction,
        PairSide source,
        PairSide follower,
        MoveEntry entry,
        MoveTimeouts timeouts,
        TaskLock lock) {
    /** The most differences in a message. */
    private static final int SHOWN = 5;

    /** Reading half a server takes hours; a cancel ends it before. */
    private static final Duration LONGEST = Duration.ofDays(7);

    /** The pause between two attempts: on MySQL a comparison begins with table locks, for which clients wait. */
    private static final Duration AGAIN = Duration.ofSeconds(5);

    /**
     * Tries again while open transactions keep the comparison from beginning, on MySQL; no client waits for that yet.
     */
    void requireEqual() throws MoveRefused, SQLException {
        entry.step("comparing " + source.primary() + " with " + follower.primary());
        ChannelComparison comparison = comparison();
        int compared = 0;
        long end = System.nanoTime() + timeouts.catchUp().toNanos();
        while (true) {
            try {
                List<String> differences = comparison.differences();
                if (!differences.isEmpty()) {
                    throw new MoveRefused("the copy on " + follower.primary() + " is not equal: "
                            + String.join("; ", differences.subList(0, Math.min(SHOWN, differences.size()))) + "; "
                            + next());
                }
                return;
            } catch (NotComparable e) {
                entry.endIfAsked();
                throw new MoveRefused("the copy can't be compared: " + e.getMessage());
            } catch (CopyRefused e) {
                if (comparison.compared() > compared) {
                    compared = comparison.compared();
                    end = System.nanoTime() + timeouts.catchUp().toNanos();
                }
                if (System.nanoTime() > end) {
                    throw new MoveRefused("the copy can't be compared: " + e.getMessage());
                }
                entry.step("waiting to compare the copy: " + e.getMessage());
                entry.pause(AGAIN);
            }
        }
    }

    private String next() {
        return switch (direction) {
            case FORTH ->
                "CANCEL OPERATION " + entry.number() + " drops it, RESUME OPERATION " + entry.number()
                        + " compares again once it is mended";
            case BACK ->
                "FINISH OPERATION " + entry.number() + " drops it, REVERT OPERATION " + entry.number()
                        + " compares again once it is mended";
        };
    }

    private ChannelComparison comparison() throws MoveRefused {
        return new ChannelComparison(
                source.login(),
                follower.login(),
                new Channel(
                        direction.channel(entry.number()), follower.primary().databases()),
                entry.beginning(direction).position(),
                LONGEST,
                () -> entry.isUnwanted(lock));
    }
}
