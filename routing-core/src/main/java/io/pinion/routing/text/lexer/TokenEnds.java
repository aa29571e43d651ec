package io.pinion.routing.text.lexer;

/**
 * Finds the end, exclusive, of a token that begins in a certain way; {@link #NOWHERE} for one that is never terminated.
 * Reads nothing from {@code limit} on.
 */
final class TokenEnds {
    static final int NOWHERE = -1;

    private TokenEnds() {}

    /**
     * The end of a word of letters, digits and all bytes above ASCII; with the second bytes of characters, whatever
     * those are.
     */
    static int ofWord(byte[] sql, int from, int limit, CharsetClass charset) {
        int at = from;
        if (!charset.hasTrailsOfAscii()) {
            while (at < limit && Bytes.isWord(sql[at])) {
                at++;
            }
            return at;
        }
        while (at < limit && Bytes.isWord(sql[at])) {
            at += charset.length(sql, at, limit);
        }
        return at;
    }

    static int ofDigits(byte[] sql, int from, int limit) {
        int at = from;
        while (at < limit && Bytes.isDigit(sql[at])) {
            at++;
        }
        return at;
    }

    /** The end of {@code e5}, {@code E-5} or {@code e+5}; nowhere when {@code from} begins none. */
    static int ofExponent(byte[] sql, int from, int limit) {
        if (from >= limit || (sql[from] | 0x20) != 'e') {
            return NOWHERE;
        }
        int digits = from + 1;
        if (digits < limit && (sql[digits] == '+' || sql[digits] == '-')) {
            digits++;
        }
        int end = ofDigits(sql, digits, limit);
        return end == digits ? NOWHERE : end;
    }

    /** @param opening the place of the quote that begins the string */
    static int ofString(byte[] sql, int opening, int limit, boolean escapes, CharsetClass charset) {
        byte quote = sql[opening];
        boolean trailBytes = charset.hasTrailsOfAscii();
        int at = opening + 1;
        while (at < limit) {
            int value = sql[at];
            if (value == quote) {
                if (at + 1 < limit && sql[at + 1] == quote) {
                    at += 2;
                    continue;
                }
                return at + 1;
            }
            if (value == '\\' && escapes) {
                at += 2;
            } else if (value < 0 && trailBytes) {
                at += charset.length(sql, at, limit);
            } else {
                at++;
            }
        }
        return NOWHERE;
    }

    /** @param opening the place of the quote that begins a string of digits; a doubled quote ends it too */
    static int ofDigitString(byte[] sql, int opening, int limit) {
        int at = opening + 1;
        while (at < limit && sql[at] != '\'') {
            at++;
        }
        return at < limit ? at + 1 : NOWHERE;
    }

    /** @param opening the place of the quote that begins the name */
    static int ofQuotedName(byte[] sql, int opening, int limit, CharsetClass charset) {
        return ofString(sql, opening, limit, false, charset);
    }

    /** The end of {@code name}, {@code `name`}, and more behind dots: {@code session.keycache.key_buffer_size}. */
    static int ofSystemVariable(byte[] sql, int from, int limit, CharsetClass charset) {
        int at = from;
        while (at < limit) {
            at = sql[at] == '`' ? ofQuotedName(sql, at, limit, charset) : ofWord(sql, at, limit, charset);
            if (at == NOWHERE) {
                return NOWHERE;
            }
            boolean goesOn = at + 1 < limit && sql[at] == '.' && (sql[at + 1] == '`' || Bytes.isWord(sql[at + 1]));
            if (!goesOn) {
                return at;
            }
            at++;
        }
        return at;
    }

    /** The end of the name behind an {@code @}, or of an account's host part: {@code app@10.0.0.1}. */
    static int ofUserVariable(byte[] sql, int from, int limit, CharsetClass charset) {
        int at = from;
        while (at < limit && (Bytes.isWord(sql[at]) || sql[at] == '.')) {
            at = sql[at] == '.' ? at + 1 : ofWord(sql, at, limit, charset);
        }
        return at;
    }

    static int ofLine(byte[] sql, int from, int limit) {
        int at = from;
        while (at < limit && sql[at] != '\n') {
            at++;
        }
        return at;
    }

    /**
     * The place behind the end of a comment.
     *
     * @param from inside of it
     * @param nested it may hold plain comments, as a skipped version comment may
     */
    static int ofComment(byte[] sql, int from, int limit, boolean nested) {
        int at = from;
        int depth = 1;
        while (at + 1 < limit) {
            if (sql[at] == '*' && sql[at + 1] == '/') {
                at += 2;
                depth--;
                if (depth == 0) {
                    return at;
                }
            } else if (nested && depth == 1 && sql[at] == '/' && sql[at + 1] == '*') {
                at += 2;
                depth++;
            } else {
                at++;
            }
        }
        return NOWHERE;
    }
}
