package io.pinion.operations.export;

import io.pinion.operations.copy.ColumnShape;
import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.transfer.binlog.FollowedTable;
import io.pinion.operations.transfer.binlog.KeyColumnFormat;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table of which only rows are read whose keys the binary log tells.
 *
 * @param followed its key in the log
 */
record ChangedTable(TableShape shape, KeyBounds bounds, FollowedTable followed) {
    /** Whether a row is gone, as a column of the file. */
    static final String DELETED = "pinion_deleted";

    /** Asks what the table is like; blocks. Refused when the log doesn't tell its rows apart. */
    static ChangedTable read(HeldTable table, Dialect dialect) throws SQLException, OperationRefused {
        TableShape shape = TableShape.read(table);
        KeyBounds bounds = KeyBounds.of(shape, dialect);
        List<String> names = shape.columns().stream().map(ColumnShape::name).toList();
        Map<String, Map<String, String>> more = new LinkedHashMap<>();
        for (Map<String, String> row : Answers.rows(
                table.connection(),
                "SELECT column_name AS name, LOWER(column_type) AS type, COALESCE(character_octet_length, 0) AS bytes FROM"
                        + " information_schema.columns WHERE " + table.condition())) {
            more.put(row.getOrDefault("name", ""), row);
        }
        List<KeyColumnFormat> key = new ArrayList<>();
        for (String name : shape.wholeKey()) {
            Map<String, String> column = more.getOrDefault(name, Map.of());
            key.add(KeyColumnFormat.of(name, names.indexOf(name), column.getOrDefault("type", ""), (int)
                    Math.min(Integer.MAX_VALUE, Long.parseLong(column.getOrDefault("bytes", "0")))));
        }
        if (bounds.isEmpty() || !hasPlainKey(shape)) {
            throw new OperationRefused("table " + table.name() + " has no primary key by which the binary log tells its"
                    + " rows apart: name the other tables (EXPORT TABLES …), or export it as a whole");
        }
        requireLogged(table);
        return new ChangedTable(shape, bounds, new FollowedTable(table.name().table(), names.size(), key, key.size()));
    }

    /** InnoDB changes rows by itself for a foreign key, and the log doesn't have it. */
    private static void requireLogged(HeldTable table) throws SQLException, OperationRefused {
        List<String> keys = Answers.column(
                table.connection(),
                "SELECT constraint_name FROM information_schema.referential_constraints WHERE constraint_schema = "
                        + SqlText.quote(table.name().database()) + " AND table_name = "
                        + SqlText.quote(table.name().table())
                        + " AND (delete_rule IN ('CASCADE', 'SET NULL') OR update_rule IN ('CASCADE', 'SET NULL'))");
        if (!keys.isEmpty()) {
            throw new OperationRefused("rows of " + table.name() + " change by foreign key " + String.join(", ", keys)
                    + " without the binary log telling it: name the other tables (EXPORT TABLES …), or export it as a"
                    + " whole");
        }
    }

    private static boolean hasPlainKey(TableShape shape) {
        return shape.columns().stream()
                .filter(column -> shape.wholeKey().contains(column.name()))
                .allMatch(column -> KeyColumnFormat.TYPES.contains(column.type()) && !column.generated());
    }

    /** The key of a row, as literals. */
    List<String> key(List<byte @Nullable []> logged) {
        List<byte[]> values = new ArrayList<>();
        for (byte @Nullable [] value : logged) {
            values.add(value == null ? new byte[0] : value);
        }
        return bounds.bound(values);
    }

    /** The query for the keys that are there, of some; characters come as the bytes that they are. */
    String present(List<List<String>> keys) {
        String columns = shape.wholeKey().stream()
                .map(name -> {
                    String quoted = SqlText.quoteName(name);
                    return isOfCharacters(name) ? "CAST(" + quoted + " AS BINARY)" : quoted;
                })
                .collect(Collectors.joining(", "));
        return "SELECT " + columns + " FROM " + shape.name().quoted() + bounds.conditionOf(keys);
    }

    private boolean isOfCharacters(String name) {
        return shape.columns().stream()
                .anyMatch(column ->
                        column.name().equals(name) && !column.charset().isEmpty());
    }

    /**
     * A query for rows that are gone: their keys, and NULL for all else.
     *
     * @param columns that are read of rows that are there
     */
    String gone(List<ColumnShape> columns, List<List<String>> keys) {
        List<String> names = shape.wholeKey();
        return keys.stream()
                .map(key -> columns.stream()
                        .map(column -> {
                            int at = names.indexOf(column.name());
                            return column.name().equals(DELETED) ? "1" : at < 0 ? "NULL" : key.get(at);
                        })
                        .collect(Collectors.joining(", ", "SELECT ", "")))
                .collect(Collectors.joining(" UNION ALL "));
    }
}
