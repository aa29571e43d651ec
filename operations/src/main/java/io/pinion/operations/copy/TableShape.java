package io.pinion.operations.copy;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The columns and the key of a table.
 *
 * @param columns in their order, with the invisible ones
 * @param key the columns of the primary key, in the key's order; empty when there is none
 * @param prefixed whether the key has only the beginnings of some columns
 * @param index that has the rows in the order of the key; empty when there is no key
 * @param bytes of the table, by the server's estimate
 */
public record TableShape(
        TableName name, List<ColumnShape> columns, List<String> key, boolean prefixed, String index, long bytes) {
    private static final String PRIMARY = "PRIMARY";

    public TableShape {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    /** In the order of its primary key. */
    public TableShape(TableName name, List<ColumnShape> columns, List<String> key, boolean prefixed, long bytes) {
        this(name, columns, key, prefixed, key.isEmpty() ? "" : PRIMARY, bytes);
    }

    /** Reads the shape from the server. Blocks. */
    public static TableShape read(HeldTable table, Dialect dialect) throws SQLException {
        return ShapeReader.of(List.of(table), dialect).getFirst();
    }

    /** The columns of the key when it has them whole; empty otherwise. */
    public List<String> wholeKey() {
        return prefixed ? List.of() : key;
    }

    /** The columns that the server doesn't compute. */
    public List<ColumnShape> stored() {
        return columns.stream().filter(column -> !column.generated()).toList();
    }

    /** The query for all rows, in the order of the key. */
    public String select() {
        return select("");
    }

    /**
     * The query for some rows.
     *
     * @param condition with its WHERE
     */
    public String select(String condition) {
        String list = stored().stream().map(ColumnShape::read).collect(Collectors.joining(", "));
        String order = key.stream().map(SqlText::quoteName).collect(Collectors.joining(", "));
        return "SELECT " + list + " FROM " + inOrder() + condition + (key.isEmpty() ? "" : " ORDER BY " + order);
    }

    /** The table in a FROM clause, with the index of its key if it has one. */
    public String inOrder() {
        return name.quoted() + (index.isEmpty() ? "" : " FORCE INDEX (" + indexName() + ")");
    }

    private String indexName() {
        return index.equals(PRIMARY) ? index : SqlText.quoteName(index);
    }

    /** The shape of another table with the same columns. */
    public TableShape in(TableName other) {
        return new TableShape(other, columns, key, prefixed, index, bytes);
    }
}
