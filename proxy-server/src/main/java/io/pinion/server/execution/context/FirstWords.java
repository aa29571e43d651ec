package io.pinion.server.execution.context;

import java.nio.charset.StandardCharsets;

/**
 * The first words of a text, behind blanks and comments: all that event loops look at, whatever the text's length. Between
 * the words, up to the first quote, one blank stands for all blanks and comments. A comment that is code to servers isn't
 * skipped.
 */
public final class FirstWords {
    private static final int MOST_BYTES = 4096;

    private FirstWords() {}

    /** One character for each byte, at most 4096 of them. */
    public static String of(byte[] sql) {
        int at = behindBlanks(sql, 0);
        byte[] words = new byte[Math.min(MOST_BYTES, sql.length - at)];
        int count = 0;
        while (count < words.length && at < sql.length && !isQuote(sql[at])) {
            int behind = behindBlanks(sql, at);
            words[count++] = behind > at ? (byte) ' ' : sql[at];
            at = Math.max(behind, at + 1);
        }
        int rest = Math.min(words.length - count, sql.length - at);
        System.arraycopy(sql, at, words, count, rest);
        return new String(words, 0, count + rest, StandardCharsets.ISO_8859_1);
    }

    private static boolean isQuote(byte b) {
        return b == '\'' || b == '"' || b == '`';
    }

    /** The place behind all blanks and comments that begin at {@code from}. */
    public static int behindBlanks(byte[] sql, int from) {
        int at = from;
        int next = behindOne(sql, at);
        while (next > at) {
            at = next;
            next = behindOne(sql, at);
        }
        return at;
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
