package io.pinion.operations.transfer.form;

import java.util.List;

/**
 * A mapping table whose rows arise from those of a table of the old database. A row is known by the object that it
 * begins at and by the row that it arises from, so that it goes and comes where another object has that row.
 *
 * @param of the table of the old database
 * @param columns of the mapping, in their order
 * @param key the old columns by which a row is known: the one whose object it begins at, and those of the primary key
 * @param index of the old table, which has its rows in the order of the key
 */
public record ArisingMapping(String of, List<MappingColumn> columns, List<String> key, String index) {
    /**
     * @param name on the shards
     * @param old the column of the old table
     */
    public record MappingColumn(String name, String old) {}

    public ArisingMapping {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    /** What an old column is called on the shards. */
    public String nameOf(String old) {
        return columns.stream()
                .filter(column -> column.old().equalsIgnoreCase(old))
                .map(MappingColumn::name)
                .findFirst()
                .orElseThrow();
    }
}
