package io.pinion.operations.server;

/** Writes values into the statements that don't take parameters: account and replication statements. */
final class SqlText {
    private SqlText() {}

    /**
     * A string literal that every sql_mode reads alike.
     *
     * @throws IllegalArgumentException for a backslash, which means itself or the next character depending on sql_mode
     */
    static String quote(String value) {
        if (value.chars().anyMatch(c -> c == '\\' || c < ' ')) {
            throw new IllegalArgumentException("names and passwords may hold no backslash and no control character");
        }
        return "'" + value.replace("'", "''") + "'";
    }
}
