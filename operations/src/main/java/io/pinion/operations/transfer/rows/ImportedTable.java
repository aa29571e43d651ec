package io.pinion.operations.transfer.rows;

/** A table that is imported, under its own name. */
public record ImportedTable(String name, Placement placement) {
    /** Where its rows go. */
    public sealed interface Placement {
        /** Each row goes to the shard of one of its columns. */
        record Hashed(String keyColumn) implements Placement {}

        /** Each row goes to all shards. */
        record Reference() implements Placement {}
    }
}
