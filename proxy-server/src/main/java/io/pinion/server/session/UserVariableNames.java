package io.pinion.server.session;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Finds the user variables that a statement names. Stored functions and triggers can set variables that nobody sees, and
 * these stay on the connection: a session that never set such a variable must find NULL there.
 */
public final class UserVariableNames {
    private static final int BACKSLASH = '\\';
    private static final String USER = "user";
    private static final String VARIABLES = "variables";

    private final byte[] sql;
    private final Settings settings;
    private int at;

    private UserVariableNames(byte[] sql, Settings settings) {
        this.sql = sql;
        this.settings = settings;
    }

    /**
     * Whether the statement names a variable that {@code settings} don't have. May be a false alarm, never the other way
     * round: what can't be told from the bytes alone counts as named.
     */
    public static boolean namesUnset(byte[] sql, Settings settings) {
        boolean names = false;
        for (int index = 0; index < sql.length; index++) {
            byte b = sql[index];
            if (b == '_' && listsAll(sql, index)) {
                return true;
            }
            names |= b == '@';
        }
        return names && new UserVariableNames(sql, settings).namesUnset();
    }

    /**
     * The tables that list a session's user variables: {@code USER_VARIABLES} of MariaDB's information_schema, {@code
     * user_variables_by_thread} of MySQL's performance_schema.
     */
    private static boolean listsAll(byte[] sql, int underscore) {
        int next = underscore + 1;
        if (next == sql.length || (sql[next] | 0x20) != 'v') {
            return false;
        }
        int from = underscore - USER.length();
        int to = next + VARIABLES.length();
        return from >= 0
                && to <= sql.length
                && USER.equalsIgnoreCase(latin1(sql, from, underscore))
                && VARIABLES.equalsIgnoreCase(latin1(sql, next, to));
    }

    private static String latin1(byte[] sql, int from, int to) {
        return new String(sql, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private boolean namesUnset() {
        // Whether a backslash escapes, or is half of a character, only the server's settings tell; and a comment may
        // have
        // a single quote.
        boolean quotesAreSure = !contains(sql, BACKSLASH) && !mayHaveComment();
        while (at < sql.length) {
            byte b = sql[at];
            if (quotesAreSure && (b == '\'' || b == '"' || b == '`')) {
                skipQuoted(b);
            } else if (b == '@' && next() == '@') {
                at += 2;
            } else if (b == '@') {
                at++;
                if (!settings.has('@' + name())) {
                    return true;
                }
            } else {
                at++;
            }
        }
        return false;
    }

    /** Of any of the three kinds; in a string it is a false alarm. */
    private boolean mayHaveComment() {
        for (int index = 0; index < sql.length; index++) {
            byte second = index + 1 < sql.length ? sql[index + 1] : 0;
            if (sql[index] == '#' || (sql[index] == '-' && second == '-') || (sql[index] == '/' && second == '*')) {
                return true;
            }
        }
        return false;
    }

    private int next() {
        return at + 1 < sql.length ? sql[at + 1] : 0;
    }

    /** A quote that is doubled ends one and begins another, which comes to the same. */
    private void skipQuoted(byte quote) {
        at++;
        while (at < sql.length && sql[at] != quote) {
            at++;
        }
        at++;
    }

    private String name() {
        int first = at;
        if (at < sql.length && (sql[at] == '\'' || sql[at] == '"' || sql[at] == '`')) {
            skipQuoted(sql[at]);
            return text(first + 1, at - 1);
        }
        while (at < sql.length && isPartOfName(sql[at])) {
            at++;
        }
        return text(first, at);
    }

    private static boolean isPartOfName(byte b) {
        return (b >= 'a' && b <= 'z')
                || (b >= 'A' && b <= 'Z')
                || (b >= '0' && b <= '9')
                || b == '_'
                || b == '$'
                || b == '.'
                || b < 0;
    }

    private String text(int from, int to) {
        int end = Math.min(to, sql.length);
        return new String(sql, from, Math.max(0, end - from), StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    }

    private static boolean contains(byte[] bytes, int wanted) {
        for (byte b : bytes) {
            if (b == wanted) {
                return true;
            }
        }
        return false;
    }
}
