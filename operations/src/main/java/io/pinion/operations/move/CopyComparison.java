package io.pinion.operations.move;

import io.pinion.operations.copy.CopyRefused;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.Channel;
import io.pinion.operations.verify.ChannelComparison;
import io.pinion.operations.verify.NotComparable;
import java.sql.SQLException;
import java.util.List;

/**
 * Whether the copy to which shards are about to go is what they are where clients write, while they do. Blocks; one run, by
 * whoever holds the locks of both pairs.
 *
 * @param source the pair that has the shards
 * @param follower the one whose primary follows
 */
record CopyComparison(
        Direction direction,
        PairSide source,
        PairSide follower,
        MoveEntry entry,
        MovePatience patience,
        TaskLock lock) {
    /** Of differences, in a message. */
    private static final int SHOWN = 5;

    /** Open transactions may keep it from beginning, on MySQL; nobody waits for them yet. */
    void requireEqual() throws MoveRefused, SQLException {
        entry.step("comparing " + source.primary() + " with " + follower.primary());
        long end = System.nanoTime() + patience.catchUp().toNanos();
        while (true) {
            try {
                List<String> differences = comparison().differences();
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
                entry.endIfAsked();
                if (System.nanoTime() > end) {
                    throw new MoveRefused("the copy can't be compared: " + e.getMessage());
                }
                entry.step("waiting to compare the copy: " + e.getMessage());
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
                patience.catchUp(),
                () -> entry.isUnwanted(lock));
    }
}
