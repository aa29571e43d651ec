package io.pinion.server.session;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the user variables in a statement that the session hasn't set. Stored functions and triggers can set variables
 * unseen, and these stay on a shared connection: a session that never set such a variable must find NULL there.
 */
public final class UserVariableNames {
    /** The names that are looked at: a text with more counts as naming one, since an event loop looks. */
    private static final int MOST_LOOKED = 10_000;

    private static final int MOST_FOUND = 64;

    private static final int BACKSLASH = '\\';
    private static final String USER = "user";
    private static final String VARIABLES = "variables";

    private final byte[] sql;
    private final SessionSettings settings;
    private final boolean quotesAreSure;
    private int at;
    private int looked;

    private UserVariableNames(byte[] sql, SessionSettings settings) {
        this.sql = sql;
        this.settings = settings;
        // A backslash may escape a quote or be half of a character, depending on the server's settings. A comment may
        // contain a single quote.
        this.quotesAreSure = !contains(sql, BACKSLASH) && !mayHaveComment();
    }

    /**
     * Whether the statement names a variable that {@code settings} don't have. May be true by mistake, never false:
     * whatever the bytes alone can't decide counts as named.
     */
    public static boolean namesUnset(byte[] sql, SessionSettings settings) {
        boolean names = false;
        for (int index = 0; index < sql.length; index++) {
            byte b = sql[index];
            if (b == '_' && listsAll(sql, index)) {
                return true;
            }
            names |= b == '@';
        }
        return names && new UserVariableNames(sql, settings).nextUnset() != null;
    }

    /**
     * Whether the bytes may name a table that lists user variables: {@code USER_VARIABLES} of MariaDB's
     * information_schema, {@code user_variables_by_thread} of MySQL's performance_schema.
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

    /** The keys of such variables, as far as a server can be asked for their values, and not of more than a few. */
    public static Set<String> unset(byte[] sql, SessionSettings settings) {
        UserVariableNames names = new UserVariableNames(sql, settings);
        Set<String> keys = new LinkedHashSet<>();
        String name = names.nextUnset();
        while (name != null && names.looked <= MOST_FOUND) {
            String key = ComputedValue.OfUser.key(name);
            if (ComputedValue.OfUser.isAskable(key)) {
                keys.add(key);
            }
            name = names.nextUnset();
        }
        return keys;
    }

    private @Nullable String nextUnset() {
        while (at < sql.length) {
            byte b = sql[at];
            if (quotesAreSure && (b == '\'' || b == '"' || b == '`')) {
                skipQuoted(b);
            } else if (b == '@' && next() == '@') {
                at += 2;
            } else if (b == '@') {
                at++;
                looked++;
                String name = name();
                if (looked > MOST_LOOKED || !settings.has('@' + name)) {
                    return name;
                }
            } else {
                at++;
            }
        }
        return null;
    }

    /** Whether there may be a comment, of any of the three kinds. True by mistake for such characters in a string. */
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

    /** Reads a doubled quote as the end of one string and the begin of the next, with the same result. */
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
