package io.pinion.server.oracle;

import io.pinion.routing.merge.Collations;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Which of a column's texts its collation takes for the same, as the server says. */
final class EqualTexts {
    private final Map<Column, Map<String, String>> weights;

    private EqualTexts(Map<Column, Map<String, String>> weights) {
        this.weights = weights;
    }

    static EqualTexts read(Connection plain, List<Table> tables) throws SQLException {
        Map<Column, Map<String, String>> weights = new HashMap<>();
        for (Table table : tables) {
            for (Column column : table.columns(wanted -> wanted.kind() == Column.Kind.LOOSE_TEXT)) {
                weights.put(column, weights(plain, column));
            }
        }
        return new EqualTexts(weights);
    }

    private static Map<String, String> weights(Connection plain, Column column) throws SQLException {
        String collation = column.type().replaceAll(".*COLLATE (\\w+).*", "$1");
        String charset = collation.substring(0, collation.indexOf('_'));
        String sql = column.values().stream()
                .map(Rows::quoted)
                .map(text -> "CONVERT(" + text + " USING " + charset + "), HEX(WEIGHT_STRING(CONVERT(" + text
                        + " USING " + charset + ") COLLATE " + collation + "))")
                .collect(Collectors.joining(
                        ", ",
                        "SELECT HEX(WEIGHT_STRING(CONVERT(' ' USING " + charset + ") COLLATE " + collation + ")), ",
                        ""));
        Map<String, String> weights = new HashMap<>();
        try (Statement statement = plain.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            String space = row.getString(1);
            for (int i = 0; i < column.values().size(); i++) {
                String text = row.getString(2 * i + 2);
                String weight = row.getString(2 * i + 3);
                String withoutSpaces = weight;
                while (withoutSpaces.endsWith(space)) {
                    withoutSpaces = withoutSpaces.substring(0, withoutSpaces.length() - space.length());
                }
                weights.put(text, Collations.padsSpace(collation) ? withoutSpaces : weight);
                if (!text.equals(text.stripTrailing())) {
                    // CHAR keeps no spaces at the end.
                    weights.putIfAbsent(text.stripTrailing(), withoutSpaces);
                }
            }
        }
        return weights;
    }

    /** Something that is the same for all texts that are equal to this one. */
    String weight(Column column, String text) {
        return weights.getOrDefault(column, Map.of()).getOrDefault(text, text);
    }
}
