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

    /** Whether both change one of the same tables, or the same pair. */
    public boolean touches(Task other) {
        return !Collections.disjoint(task.locks(), other.locks());
    }
}
