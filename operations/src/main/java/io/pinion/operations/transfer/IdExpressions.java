package io.pinion.operations.transfer;

import io.pinion.operations.server.sql.SqlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what a table computes with a column that has other values on the shards: generated columns, defaults, CHECKs and
 * partitions would go by global ids there. Decides without I/O.
 *
 * @param definition the text of SHOW CREATE TABLE, without what stands in quotes
 */
record IdExpressions(String table, String definition) {
    private static final Pattern LITERAL = Pattern.compile("(`(?:[^`]|``)*+`)|'(?:[^'\\\\]|''|\\\\.)*+'");
    private static final Pattern COLUMN = Pattern.compile("^  (`(?:[^`]|``)++`) (.*)$");
    private static final Pattern CHECK = Pattern.compile("^  CONSTRAINT (`(?:[^`]|``)++`) CHECK (.*)$");
    private static final String PARTITIONS = "PARTITION BY";

    static IdExpressions of(SourceTable table) {
        return new IdExpressions(table.name(), withoutTexts(table.definition()));
    }

    private static String withoutTexts(String definition) {
        return LITERAL.matcher(definition).replaceAll("$1");
    }

    /** All that is in the way of other numbers, each with the way out. */
    List<String> problems(String column) {
        return users(column).stream()
                .map(user -> user + " of " + table + " computes with " + column
                        + ", which holds other numbers on the shards: remove that from " + table + " first")
                .toList();
    }

    /** What computes with a column or checks it. */
    private List<String> users(String column) {
        List<String> users = new ArrayList<>();
        definition.lines().forEach(line -> {
            Matcher expression = COLUMN.matcher(line);
            Matcher check = CHECK.matcher(line);
            if (expression.matches() && names(expression.group(2), column)) {
                users.add("column " + unquoted(expression.group(1)));
            } else if (check.matches() && names(check.group(2), column)) {
                users.add("CHECK " + unquoted(check.group(1)));
            }
        });
        int partitions = definition.indexOf(PARTITIONS, Math.max(0, definition.indexOf("\n)")));
        if (partitions >= 0 && namesBare(definition.substring(partitions), column)) {
            users.add(PARTITIONS);
        }
        return users;
    }

    /** Whether a column is computed of columns, or checks some, itself perhaps. */
    boolean computes(String column) {
        return attributes(column).contains("`");
    }

    private String attributes(String column) {
        return definition
                .lines()
                .map(COLUMN::matcher)
                .filter(Matcher::matches)
                .filter(line -> unquoted(line.group(1)).equals(column))
                .map(line -> line.group(2))
                .findFirst()
                .orElse("");
    }

    private static boolean names(String expression, String column) {
        return expression
                .toLowerCase(Locale.ROOT)
                .contains(SqlText.quoteName(column).toLowerCase(Locale.ROOT));
    }

    /** Servers quote a name there only where it must be. */
    private static boolean namesBare(String partitions, String column) {
        return Pattern.compile("(?iu)(?<![\\w$])" + Pattern.quote(column) + "(?![\\w$])")
                .matcher(partitions)
                .find();
    }

    private static String unquoted(String name) {
        return name.substring(1, name.length() - 1).replace("``", "`");
    }
}
