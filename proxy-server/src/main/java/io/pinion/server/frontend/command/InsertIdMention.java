package io.pinion.server.frontend.command;

/**
 * Whether a text asks for the session's insert id. Only looked at while a connection alone knows that; a false alarm costs
 * one question.
 */
final class InsertIdMention {
    private static final String[] NAMES = {"last_insert_id", "identity"};

    /** These ask for what the question would overwrite, so that the text runs where the insert ran, as it stands. */
    private static final String[] ABOUT_PREVIOUS = {"row_count", "found_rows"};

    private static final String[] IS_NULL = {"row_count", "found_rows", "null"};

    private InsertIdMention() {}

    /**
     * @param asked the question is under way anyhow
     * @param findsByNull {@code sql_auto_is_null} is on: after the question, {@code id IS NULL} would find no row
     */
    static boolean needsValue(byte[] sql, boolean asked, boolean findsByNull) {
        boolean readsPrevious = findsByNull ? containsAny(sql, IS_NULL) : containsAny(sql, ABOUT_PREVIOUS);
        return containsAny(sql, NAMES) && (asked || !readsPrevious);
    }

    private static boolean containsAny(byte[] sql, String[] words) {
        for (String word : words) {
            for (int at = 0; at <= sql.length - word.length(); at++) {
                if (isAt(sql, at, word)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isAt(byte[] sql, int at, String word) {
        for (int i = 0; i < word.length(); i++) {
            int letter = sql[at + i];
            int lower = letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter;
            if (lower != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
