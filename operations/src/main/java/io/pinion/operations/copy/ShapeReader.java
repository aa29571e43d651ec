package io.pinion.operations.copy;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.TableName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads the shapes of some hundred tables that one connection holds, in three questions about all. Blocks. */
public final class ShapeReader {
    private static final String OF_TABLE = "SELECT table_schema, table_name, ";

    private final Dialect dialect;
    private final Map<TableName, Found> found = new LinkedHashMap<>();

    private ShapeReader(Dialect dialect) {
        this.dialect = dialect;
    }

    /** What is known of a table so far. */
    private static final class Found {
        private final List<ColumnShape> columns = new ArrayList<>();
        private final List<String> key = new ArrayList<>();
        private boolean prefixed;
        private long bytes;
    }

    /** In the order of the tables. */
    public static List<TableShape> of(Collection<HeldTable> tables, Dialect dialect) throws SQLException {
        return tables.isEmpty() ? List.of() : new ShapeReader(dialect).read(tables);
    }

    private List<TableShape> read(Collection<HeldTable> tables) throws SQLException {
        tables.forEach(table -> found.put(table.name(), new Found()));
        Connection connection = tables.iterator().next().connection();
        Answers.forEach(
                connection,
                dialect.ofEach(
                                tables,
                                OF_TABLE + "column_name, LOWER(data_type), COALESCE(character_set_name, ''),"
                                        + " COALESCE(generation_expression, '') <> '', ordinal_position"
                                        + " FROM information_schema.columns",
                                "")
                        + " ORDER BY ordinal_position",
                row -> of(row).columns
                        .add(new ColumnShape(row.getString(3), row.getString(4), row.getString(5), row.getBoolean(6))));
        Answers.forEach(
                connection,
                dialect.ofEach(
                                tables,
                                OF_TABLE + "column_name, sub_part IS NOT NULL, seq_in_index"
                                        + " FROM information_schema.statistics",
                                " AND index_name = 'PRIMARY'")
                        + " ORDER BY seq_in_index",
                row -> {
                    of(row).key.add(row.getString(3));
                    of(row).prefixed |= row.getBoolean(4);
                });
        Answers.forEach(
                connection,
                dialect.ofEach(tables, OF_TABLE + "COALESCE(data_length, 0) FROM information_schema.tables", ""),
                row -> of(row).bytes = row.getLong(3));
        return found.entrySet().stream()
                .map(table -> shape(table.getKey(), table.getValue()))
                .toList();
    }

    private Found of(ResultSet row) throws SQLException {
        return Objects.requireNonNull(found.get(new TableName(row.getString(1), row.getString(2))));
    }

    private static TableShape shape(TableName name, Found found) {
        return new TableShape(name, found.columns, found.key, found.prefixed, found.bytes);
    }
}
