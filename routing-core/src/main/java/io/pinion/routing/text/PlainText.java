package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Bytes;

/**
 * The texts that every sql_mode and character set reads in one way, so that a session can leave a mode or set that
 * Pinion doesn't know: {@code SET sql_mode = 'ANSI'}, {@code SET NAMES utf8mb4}, {@code COMMIT}.
 */
final class PlainText {
    private PlainText() {}

    /**
     * Whether it is a statement about the session, made of words, numbers, {@code =}, {@code ?}, commas and simple
     * strings alone.
     */
    static boolean isPlain(byte[] sql, int start, int end, StatementKind kind) {
        boolean ofSession =
                switch (kind) {
                    case SET, USE, COMMIT, ROLLBACK -> true;
                    // BEGIN may begin a block.
                    case BEGIN -> first(sql, start, end) == 'S';
                    default -> false;
                };
        for (int at = start; ofSession && at < end; at++) {
            ofSession = isPlain(sql[at]);
        }
        return ofSession;
    }

    private static boolean isPlain(byte value) {
        return value > 0 && (Bytes.isWord(value) || Bytes.isBlank(value) || "=,'?".indexOf(value) >= 0);
    }

    private static int first(byte[] sql, int start, int end) {
        int at = start;
        while (at < end && Bytes.isBlank(sql[at])) {
            at++;
        }
        return at < end ? sql[at] & ~0x20 : 0;
    }
}
