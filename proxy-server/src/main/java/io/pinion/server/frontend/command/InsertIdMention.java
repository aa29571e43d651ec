package io.pinion.server.frontend.command;

/**
 * Checks whether a text reads {@code LAST_INSERT_ID()}. Used only while just a connection knows the value; a false
 * alarm costs one query to the server.
 */
final class InsertIdMention {
    private static final String[] NAMES = {"last_insert_id", "identity"};

    /**
     * That query would overwrite the values of these functions, so such a text runs unchanged on the insert's
     * connection.
     */
    private static final String[] ABOUT_PREVIOUS = {"row_count", "found_rows"};

    private static final String[] IS_NULL = {"row_count", "found_rows", "null"};

    private InsertIdMention() {}

    /**
     * @param hidesCounts whether the query for the value would overwrite those of the statement before
     * @param findsByNull whether {@code sql_auto_is_null} is on: after the query, {@code id IS NULL} would find no row
     */
    static boolean needsValue(byte[] sql, boolean hidesCounts, boolean findsByNull) {
        boolean readsPrevious = findsByNull ? containsAny(sql, IS_NULL) : containsAny(sql, ABOUT_PREVIOUS);
        return containsAny(sql, NAMES) && !(hidesCounts && readsPrevious);
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
