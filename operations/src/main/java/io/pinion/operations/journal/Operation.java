package io.pinion.operations.journal;

import java.util.Collections;

/**
 * An entry of the journal.
 *
 * @param version of the progress, for compare-and-set
 */
public record Operation(long number, Task task, Origin origin, Progress progress, int version) {
    /** {@code operation 7 (ALTER TABLE …)}, short enough for a message. */
    public String name() {
        return "operation " + number + " (" + shortStatement() + ")";
    }

    private String shortStatement() {
        String text = task.statement().replaceAll("\\s+", " ");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    private static final int LONGEST = 80;

    /** The same entry with another progress, which isn't written yet. */
    public Operation with(Progress next) {
        return new Operation(number, task, origin, next, version);
    }

    /** Whether the operation may give the keyspace other shards, or move its shards to another pair, at any moment. */
    public boolean isPublishing(String keyspace) {
        return progress.state().isUnfinished() && task.keyspace().equals(keyspace) && task.isPublishing(progress);
    }

    /**
     * The next step, in words, of whoever needs what this works on. One that runs isn't given up for others: only what
     * has broken off is.
     */
    public String wayOut() {
        String brokenOff = "RESUME OPERATION " + number + " or CANCEL OPERATION " + number + " first";
        return switch (progress.state()) {
            case WAITING -> "FINISH OPERATION " + number + " or REVERT OPERATION " + number + " first";
            case FAILED -> brokenOff;
            case RUNNING, DONE, CANCELLED -> untilItsEnd() + "; if that says interrupted, " + brokenOff;
        };
    }

    /** How somebody who waits for it sees its end, in words. */
    String untilItsEnd() {
        if (progress.isHandOverAwaited()) {
            return "it waits for HAND OVER OPERATION " + number + " or CANCEL OPERATION " + number
                    + " (SHOW OPERATIONS)";
        }
        return task.endsSoon() ? "it ends by itself (SHOW OPERATIONS)" : "SHOW OPERATIONS tells how far it is";
    }

    /** Whether both change the same table, the same pair, or the shards of the same keyspace. */
    public boolean touches(Lockable other) {
        return !Collections.disjoint(task.locks(), other.locks());
    }
}
