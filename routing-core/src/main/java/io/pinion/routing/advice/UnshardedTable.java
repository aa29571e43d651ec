package io.pinion.routing.advice;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.KnownSchema.KnownTable;
import io.pinion.routing.catalog.KnownSchema.ShownRows;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table of the database that is to be sharded.
 *
 * @param definition its CREATE TABLE
 * @param rows about how many rows it has; empty while unknown
 */
public record UnshardedTable(
        String name,
        List<Column> columns,
        List<TableKey> keys,
        List<ParentKey> parents,
        String definition,
        OptionalLong rows) {
    /** A server changes the rows for a foreign key, and no binary log has it. */
    private static final Pattern CHANGING =
            Pattern.compile("(?i)\\bON\\s+(?:DELETE|UPDATE)\\s+(?:CASCADE|SET\\s+(?:NULL|DEFAULT))\\b");

    /** A primary key, a unique key or another index. */
    public record TableKey(boolean primary, boolean unique, List<String> columns) {
        public TableKey {
            columns = List.copyOf(columns);
        }

        /** Whether the column is one of the key's. */
        public boolean has(String column) {
            return columns.stream().anyMatch(column::equalsIgnoreCase);
        }
    }

    /** A foreign key: the columns of the table, and those of the parent in the same order. */
    public record ParentKey(List<String> columns, String parent, List<String> parentColumns) {
        public ParentKey {
            columns = List.copyOf(columns);
            parentColumns = List.copyOf(parentColumns);
        }
    }

    public UnshardedTable {
        columns = List.copyOf(columns);
        keys = List.copyOf(keys);
        parents = List.copyOf(parents);
    }

    public @Nullable Column column(String wanted) {
        for (Column column : columns) {
            if (column.name().equalsIgnoreCase(wanted)) {
                return column;
            }
        }
        return null;
    }

    /** The columns of the primary key; empty without one. */
    public List<String> primaryKey() {
        return keys.stream()
                .filter(TableKey::primary)
                .findFirst()
                .map(TableKey::columns)
                .orElse(List.of());
    }

    /** The keys that are unique on each shard only, when rows are placed so: a sequence never gives a number twice. */
    public List<TableKey> uniquePerShard(Declaration.HashedRows rows) {
        return keys.stream()
                .filter(TableKey::unique)
                .filter(key -> !key.has(rows.key()) && !key.has(rows.sequence().orElse("")))
                .toList();
    }

    /** The column with AUTO_INCREMENT. */
    public Optional<String> counting() {
        return columns.stream()
                .filter(column -> column.extra().toLowerCase(Locale.ROOT).contains("auto_increment"))
                .map(Column::name)
                .findFirst();
    }

    /** Whether a foreign key deletes or changes rows with those of the parent. */
    public boolean changesWithParents() {
        return !parents.isEmpty() && CHANGING.matcher(definition).find();
    }

    /** Whether the column gets its numbers from the table. */
    boolean counts(String column) {
        return counting().filter(column::equalsIgnoreCase).isPresent();
    }

    /** The table as a shard would show it, but for its indexes, by which no statement is planned. */
    public KnownTable known() {
        return new KnownTable(columns, new ShownRows(List.of(), List.of()), definition);
    }
}
