package io.pinion.operations.transfer.rows;

import io.pinion.operations.transfer.form.ArisingMapping;
import io.pinion.operations.transfer.form.NewNumbers;
import io.pinion.routing.catalog.Table;
import java.util.Map;
import java.util.Optional;

/**
 * A table that is imported, under its own name.
 *
 * @param arising how its rows arise from those of another one; empty of a table that the database has
 */
public record ImportedTable(String name, TablePlacement placement, TableIds ids, Optional<ArisingMapping> arising) {

    /** Its rows stay as they are. */
    public ImportedTable(String name, TablePlacement placement) {
        this(name, placement, TableIds.NONE, Optional.empty());
    }

    /** The table of the database that its rows come from. */
    public String source() {
        return arising.map(ArisingMapping::of).orElse(name);
    }

    /** A shard that has it, where it comes from shards. */
    int shardOfDefinition() {
        return placement instanceof TablePlacement.Single(int shard) ? shard : 0;
    }

    /** Whether a column has integers that become ids, or parts of these. */
    boolean hasIds(String column) {
        return ids.references().keySet().stream().anyMatch(column::equalsIgnoreCase)
                || ids.localId().filter(column::equalsIgnoreCase).isPresent();
    }

    /** What an old column is called on the shards. */
    String nameOnShards(String column) {
        return arising.map(mapping -> mapping.nameOf(column))
                .or(() -> ids.localId().filter(column::equalsIgnoreCase).map(key -> Table.ObjectTable.LOCAL_ID))
                .orElse(column);
    }

    /** Where its rows go. */
    public sealed interface TablePlacement {
        /** Each row goes to the shard of one of its columns. */
        record Hashed(String keyColumn) implements TablePlacement {}

        /** Each row goes to all shards. */
        record Reference() implements TablePlacement {}

        /**
         * All rows go to one shard.
         *
         * @param shard modulo the number of shards
         */
        record Single(int shard) implements TablePlacement {}
    }

    /**
     * What becomes of the columns that name objects.
     *
     * @param localId the integer key of the objects of this table; empty when its rows are none
     * @param references the objects whose old integers other columns hold, by column
     */
    public record TableIds(Optional<String> localId, Map<String, Objects> references) {
        static final TableIds NONE = new TableIds(Optional.empty(), Map.of());

        public TableIds {
            references = Map.copyOf(references);
        }

        /**
         * @param type in the ids of the table's rows
         * @param numbers of rows that are made on the shards
         */
        public record Objects(String table, int type, NewNumbers numbers) {}
    }
}
