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
import java.util.Optional;

/**
 * A table's definition by the server's catalog: a line for the table, each column and each column of an index. The text
 * of SHOW CREATE TABLE has more, such as whether a default was written down, and so differs for equal tables.
 */
public record TableDefinition(List<String> lines) {
    private static final List<Question> QUESTIONS = List.of(
            new Question(
                    "'table', engine, row_format, table_collation, create_options, table_comment"
                            + " FROM information_schema.tables",
                    "1"),
            new Question(
                    "'column', column_name, column_type, is_nullable, column_default, extra, character_set_name,"
                            + " collation_name, generation_expression, column_comment, ordinal_position"
                            + " FROM information_schema.columns",
                    "ordinal_position"),
            new Question(
                    "'index', index_name, seq_in_index, column_name, non_unique, sub_part, collation, index_type"
                            + " FROM information_schema.statistics",
                    "index_name, seq_in_index"));

    /** The columns before those of a line. */
    private static final String OF_TABLE = "SELECT table_schema, table_name, ";

    /** @param order of a table's lines */
    private record Question(String columns, String order) {}

    /** Reads those of some hundred tables that one connection holds. Blocks. */
    public static Map<TableName, TableDefinition> read(Collection<HeldTable> tables, Dialect dialect)
            throws SQLException {
        Map<TableName, TableDefinition> found = new LinkedHashMap<>();
        if (tables.isEmpty()) {
            return found;
        }
        tables.forEach(table -> found.put(table.name(), new TableDefinition(new ArrayList<>())));
        Connection connection = tables.iterator().next().connection();
        for (Question question : QUESTIONS) {
            String text = dialect.ofEach(tables, OF_TABLE + question.columns(), "") + " ORDER BY " + question.order();
            Answers.forEach(connection, text, row -> Objects.requireNonNull(
                            found.get(new TableName(row.getString(1), row.getString(2))))
                    .lines
                    .add(line(row)));
        }
        return found;
    }

    private static String line(ResultSet row) throws SQLException {
        StringBuilder line = new StringBuilder();
        for (int i = 3; i <= row.getMetaData().getColumnCount(); i++) {
            line.append(i == 3 ? "" : " ").append(row.getString(i));
        }
        return line.toString();
    }

    /** The first line that the other lacks. */
    public Optional<String> missingIn(TableDefinition other) {
        return lines.stream().filter(line -> !other.lines.contains(line)).findFirst();
    }
}
