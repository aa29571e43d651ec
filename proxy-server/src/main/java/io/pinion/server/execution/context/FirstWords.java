package io.pinion.server.execution.context;

import java.nio.charset.StandardCharsets;

/**
 * The first words of a text, behind blanks and comments: all that event loops look at, whatever the text's length. A comment
 * that is code to servers isn't skipped.
 */
public final class FirstWords {
    private static final int MOST_BYTES = 4096;

    private FirstWords() {}

    /** One character for each byte, at most 4096 of them. */
    public static String of(byte[] sql) {
        int at = 0;
        int next = behindOne(sql, at);
        while (next > at) {
            at = next;
            next = behindOne(sql, at);
        }
        return new String(sql, at, Math.min(MOST_BYTES, sql.length - at), StandardCharsets.ISO_8859_1);
    }

    /** The place behind one blank or comment that begins at {@code at}; {@code at} when none does. */
    private static int behindOne(byte[] sql, int at) {
        byte first = at < sql.length ? sql[at] : 0;
        byte second = at + 1 < sql.length ? sql[at + 1] : 0;
        if (isBlank(first)) {
            return at + 1;
        }
        if (first == '/' && second == '*' && !isCode(at + 2 < sql.length ? sql[at + 2] : 0)) {
            int end = at + 2;
            while (end < sql.length && !(sql[end] == '*' && end + 1 < sql.length && sql[end + 1] == '/')) {
                end++;
            }
            return Math.min(sql.length, end + 2);
        }
        if (first == '#' || (first == '-' && second == '-' && (at + 2 == sql.length || isBlank(sql[at + 2])))) {
            int end = at + 1;
            while (end < sql.length && sql[end] != '\n') {
                end++;
            }
            return end;
        }
        return at;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || (b >= '\t' && b <= '\r');
    }

    private static boolean isCode(byte behindStar) {
        return behindStar == '!' || behindStar == 'M';
    }
}
