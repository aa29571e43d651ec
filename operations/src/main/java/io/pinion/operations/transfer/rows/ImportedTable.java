package io.pinion.operations.transfer.rows;

/** A table that is imported, under its own name. */
public record ImportedTable(String name, TablePlacement placement) {
    /** Where its rows go. */
    public sealed interface TablePlacement {
        /** Each row goes to the shard of one of its columns. */
        record Hashed(String keyColumn) implements TablePlacement {}

        /** Each row goes to all shards. */
        record Reference() implements TablePlacement {}
    }
}
