package io.pinion.routing.plan;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.text.HexLiteral;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A column that tells rows apart: the way to read its values, and to write them as literals that equal them.
 *
 * @param name as the logical table has it
 */
public record RowKey(String name, Form form) {

    /** The form of the literals. */
    public enum Form {
        NUMBER,
        /** In quotes; no character needs escaping. */
        QUOTED,
        /** As UTF-8, which the column's own collation compares. */
        TEXT,
        BYTES
    }

    /**
     * The key's columns, the one that places the row first; null when the key isn't known, or a value of it can't be
     * written.
     */
    public static @Nullable List<RowKey> keysOf(Table table) {
        if (table instanceof Table.ObjectTable) {
            return List.of(new RowKey(Table.ObjectTable.ID, Form.NUMBER));
        }
        List<Column> primary = table.columns().stream()
                .filter(column -> column.key().equals("PRI"))
                .toList();
        List<RowKey> keys = keys(table, primary);
        if (keys != null) {
            return keys;
        }
        return table.columns().stream()
                .filter(column -> column.key().equals("UNI") && !column.nullable())
                .map(column -> keys(table, List.of(column)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable List<RowKey> keys(Table table, List<Column> unique) {
        String placing = table.keyColumn();
        boolean sharded = !(table instanceof Table.ReferenceTable);
        if (unique.isEmpty() || (sharded && placing == null)) {
            return null;
        }
        List<RowKey> keys = new ArrayList<>();
        for (Column column : table.columns()) {
            boolean places = column.name().equalsIgnoreCase(placing);
            if (places || unique.contains(column)) {
                Optional<RowKey> key = of(column);
                if (key.isEmpty()) {
                    return null;
                }
                keys.add(places ? 0 : keys.size(), key.get());
            }
        }
        return keys;
    }

    /** Empty when a literal can't be sure to find a value of the type again. */
    static Optional<RowKey> of(Column column) {
        return switch (column.typeWord()) {
            case "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "decimal", "numeric", "year" ->
                Optional.of(new RowKey(column.name(), Form.NUMBER));
            case "date", "datetime", "time", "uuid", "inet4", "inet6" ->
                Optional.of(new RowKey(column.name(), Form.QUOTED));
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" ->
                Optional.of(new RowKey(column.name(), Form.TEXT));
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" ->
                Optional.of(new RowKey(column.name(), Form.BYTES));
            default -> Optional.empty();
        };
    }

    /** @param label of the table in the query */
    public String selected(String label) {
        String column = SqlNames.quoted(label) + "." + SqlNames.quoted(name);
        return form == Form.TEXT ? "CAST(CONVERT(" + column + " USING utf8mb4) AS BINARY)" : column;
    }

    /** A cell of a server's answer as a literal in ASCII. */
    public String literal(byte[] cell) {
        return switch (form) {
            case NUMBER -> new String(cell, StandardCharsets.ISO_8859_1);
            case QUOTED -> "'" + new String(cell, StandardCharsets.ISO_8859_1) + "'";
            case TEXT -> HexLiteral.unlessPlain("utf8mb4", cell);
            case BYTES -> HexLiteral.bare(cell);
        };
    }
}
