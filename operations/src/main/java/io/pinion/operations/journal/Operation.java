package io.pinion.operations.journal;

import io.pinion.routing.definition.SchemaChange;

/**
 * An entry of the journal.
 *
 * @param version of the progress, for compare-and-set
 */
public record Operation(long number, SchemaChange change, Origin origin, Progress progress, int version) {
    /** {@code operation 7 (ALTER TABLE …)}, short enough for a message. */
    public String name() {
        return "operation " + number + " (" + shortStatement() + ")";
    }

    private String shortStatement() {
        String text = change.statement().replaceAll("\\s+", " ");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    private static final int LONGEST = 80;

    /** Whether both change one of the same tables. */
    public boolean touches(SchemaChange other) {
        return change.keyspace().equals(other.keyspace())
                && change.tables().stream().anyMatch(other.tables()::contains);
    }
}
