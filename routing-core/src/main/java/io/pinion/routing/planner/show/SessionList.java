package io.pinion.routing.planner.show;

import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.text.HexLiteral;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Pinion's sessions as a query in place of {@code information_schema.PROCESSLIST}: one JSON text, which a server reads
 * as rows, in any number.
 */
final class SessionList {
    private SessionList() {}

    /**
     * @param rows those of SHOW FULL PROCESSLIST
     * @param columns of the table on the server
     */
    static String query(List<List<@Nullable String>> rows, List<String> columns, UnaryOperator<String> spelling) {
        String json = rows.stream().map(SessionList::array).collect(Collectors.joining(",", "[", "]"));
        String selected = columns.stream()
                .map(column -> expression(column) + " AS " + SqlNames.quoted(spelling.apply(column)))
                .collect(Collectors.joining(", "));
        return "(SELECT " + selected + " FROM JSON_TABLE(CONVERT(" + HexLiteral.ofText(json)
                + " USING utf8mb4), '$[*]' COLUMNS (id BIGINT UNSIGNED PATH '$[0]', user VARCHAR(128) PATH '$[1]',"
                + " host VARCHAR(261) PATH '$[2]', db VARCHAR(64) PATH '$[3]', command VARCHAR(16) PATH '$[4]',"
                + " time INT PATH '$[5]', state VARCHAR(64) PATH '$[6]', info LONGTEXT PATH '$[7]')) AS sessions)";
    }

    /** The columns that only a server's own sessions have are unknown to Pinion. */
    private static String expression(String column) {
        return switch (column) {
            case "ID", "USER", "HOST", "DB", "COMMAND", "TIME", "STATE", "INFO" ->
                "sessions." + SqlNames.quoted(column);
            case "TIME_MS" -> "sessions.`TIME` * 1000.000";
            case "INFO_BINARY" -> "CAST(sessions.`INFO` AS BINARY)";
            case "EXECUTION_ENGINE" -> "'PRIMARY'";
            default -> "0";
        };
    }

    private static String array(List<@Nullable String> row) {
        return row.stream().map(SessionList::json).collect(Collectors.joining(",", "[", "]"));
    }

    private static String json(@Nullable String cell) {
        if (cell == null) {
            return "null";
        }
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < cell.length(); i++) {
            char letter = cell.charAt(i);
            if (letter == '"' || letter == '\\') {
                json.append('\\').append(letter);
            } else if (letter < ' ') {
                json.append("\\u00")
                        .append(Character.forDigit(letter >> 4, 16))
                        .append(Character.forDigit(letter & 15, 16));
            } else {
                json.append(letter);
            }
        }
        return json.append('"').toString();
    }
}
