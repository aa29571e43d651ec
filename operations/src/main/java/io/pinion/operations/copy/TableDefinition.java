package io.pinion.operations.copy;

import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.HeldTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table's definition by the server's catalog: a line for the table, each column and each column of an index. The text
 * of SHOW CREATE TABLE has more, such as whether a default was written down, and so differs for equal tables.
 */
public record TableDefinition(List<String> lines) {
    private static final List<String> QUESTIONS = List.of(
            "SELECT 'table', engine, row_format, table_collation, create_options, table_comment"
                    + " FROM information_schema.tables WHERE %s ORDER BY 1",
            "SELECT 'column', column_name, column_type, is_nullable, column_default, extra, character_set_name,"
                    + " collation_name, generation_expression, column_comment FROM information_schema.columns"
                    + " WHERE %s ORDER BY ordinal_position",
            "SELECT 'index', index_name, seq_in_index, column_name, non_unique, sub_part, collation, index_type"
                    + " FROM information_schema.statistics WHERE %s ORDER BY index_name, seq_in_index");

    /** Reads the definition from the server. Blocks. */
    public static TableDefinition read(HeldTable table) throws SQLException {
        String which = table.condition();
        List<String> lines = new ArrayList<>();
        for (String question : QUESTIONS) {
            lines.addAll(Answers.all(table.connection(), question.formatted(which), TableDefinition::line));
        }
        return new TableDefinition(lines);
    }

    private static String line(ResultSet row) throws SQLException {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            line.append(i == 1 ? "" : " ").append(row.getString(i));
        }
        return line.toString();
    }

    /** The first line that the other lacks. */
    public Optional<String> missingIn(TableDefinition other) {
        return lines.stream().filter(line -> !other.lines.contains(line)).findFirst();
    }
}
