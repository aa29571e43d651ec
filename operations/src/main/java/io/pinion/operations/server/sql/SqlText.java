package io.pinion.operations.server.sql;

import java.util.Collection;
import java.util.stream.Collectors;

/** Writes values and names into statements that don't take parameters. */
public final class SqlText {
    private SqlText() {}

    /**
     * A string literal that every sql_mode reads alike.
     *
     * @throws IllegalArgumentException for a backslash, which means itself or the next character depending on sql_mode
     */
    public static String quote(String value) {
        if (value.chars().anyMatch(c -> c == '\\' || c < ' ')) {
            throw new IllegalArgumentException("names and passwords may hold no backslash and no control character");
        }
        return "'" + value.replace("'", "''") + "'";
    }

    /** String literals with commas between, in the order given. */
    public static String quotedList(Collection<String> values) {
        return values.stream().map(SqlText::quote).collect(Collectors.joining(", "));
    }

    /** A name that every sql_mode reads alike. */
    public static String quoteName(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
