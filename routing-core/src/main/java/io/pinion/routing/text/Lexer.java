package io.pinion.routing.text;

import org.jspecify.annotations.Nullable;

/**
 * Cuts a text into tokens as the servers do. A mutable cursor that is used again for each text; never throws, whatever
 * the bytes.
 */
final class Lexer {
    private static final TextRules NO_RULES = TextRules.defaults(Dialect.MYSQL, 0);
    private static final byte[] NO_TEXT = {};

    private byte[] sql = NO_TEXT;
    private TextRules rules = NO_RULES;
    private boolean trailBytes;
    private int limit;
    private int position;
    private boolean inVersionComment;
    /** A dot stands directly behind a name: what follows is a name even if it looks like a number. */
    private boolean afterNameDot;

    private TokenType type = TokenType.END;
    private int start;
    private @Nullable TextProblem problem;

    void begin(byte[] text, int from, int to, TextRules textRules) {
        sql = text;
        rules = textRules;
        trailBytes = textRules.charset() != CharsetClass.ASCII_SAFE;
        limit = to;
        position = from;
        start = from;
        inVersionComment = false;
        afterNameDot = false;
        type = TokenType.END;
        problem = null;
    }

    TokenType type() {
        return type;
    }

    int start() {
        return start;
    }

    /** Exclusive; where the next token is looked for. */
    int end() {
        return position;
    }

    boolean inVersionComment() {
        return inVersionComment;
    }

    /** The first thing that was not terminated. */
    @Nullable
    TextProblem problem() {
        return problem;
    }

    /** The token's first byte, to tell symbols apart. */
    int first() {
        return sql[start];
    }

    /** Whether the token is this symbol of one character. */
    boolean isSymbol(char symbol) {
        return type == TokenType.SYMBOL && position == start + 1 && sql[start] == symbol;
    }

    /** Goes back to where a token begins. */
    void returnTo(int at, boolean insideVersionComment) {
        position = at;
        inVersionComment = insideVersionComment;
        afterNameDot = false;
    }

    /** Reads the next token. */
    TokenType next() {
        byte[] text = sql;
        int at = position;
        while (at < limit && Bytes.isBlank(text[at])) {
            at++;
        }
        start = at;
        if (at >= limit) {
            position = at;
            if (inVersionComment) {
                inVersionComment = false;
                fail(TextProblem.UNTERMINATED_COMMENT);
            }
            type = TokenType.END;
            return type;
        }
        boolean nameExpected = afterNameDot;
        afterNameDot = false;
        type = token(text[at] & 0xFF, nameExpected);
        return type;
    }

    private TokenType token(int first, boolean nameExpected) {
        if (Bytes.isLetter(first)) {
            return letter(first);
        }
        if (Bytes.isDigit(first)) {
            return nameExpected ? word() : number();
        }
        return switch (first) {
            case '\'' -> string('\'', start, TokenType.STRING);
            case '"' -> rules.ansiQuotes() ? quotedName('"', start) : string('"', start, TokenType.STRING);
            case '`' -> quotedName('`', start);
            case '.' -> dot(nameExpected);
            case '@' -> variable();
            case '?' -> symbol(1, TokenType.PARAMETER);
            case '#' -> lineComment();
            case '-' -> isDashComment() ? lineComment() : operator(first);
            case '/' -> peek(1) == '*' ? blockComment() : operator(first);
            case '*' -> inVersionComment && peek(1) == '/' ? endOfVersionComment() : operator(first);
            default -> operator(first);
        };
    }

    private int peek(int distance) {
        int at = start + distance;
        return at < limit ? sql[at] & 0xFF : -1;
    }

    private TokenType symbol(int length, TokenType kind) {
        position = start + length;
        return kind;
    }

    private void fail(TextProblem found) {
        if (problem == null) {
            problem = found;
        }
    }

    // --- words, names, numbers

    private TokenType letter(int first) {
        if (peek(1) == '\'') {
            switch (first | 0x20) {
                case 'n' -> {
                    return string('\'', start + 1, TokenType.NATIONAL_STRING);
                }
                case 'x' -> {
                    return string('\'', start + 1, TokenType.HEX);
                }
                case 'b' -> {
                    return string('\'', start + 1, TokenType.BIT);
                }
                default -> {}
            }
        }
        return word();
    }

    private TokenType word() {
        position = wordEnd(start);
        afterNameDot = position + 1 < limit && sql[position] == '.' && Bytes.isWord(sql[position + 1]);
        return TokenType.WORD;
    }

    private int wordEnd(int from) {
        byte[] text = sql;
        int at = from;
        if (!trailBytes) {
            while (at < limit && Bytes.isWord(text[at])) {
                at++;
            }
            return at;
        }
        while (at < limit && Bytes.isWord(text[at])) {
            at += rules.charset().length(text, at, limit);
        }
        return at;
    }

    private TokenType dot(boolean nameExpected) {
        if (!nameExpected && Bytes.isDigit(peek(1))) {
            return number();
        }
        // Told again to the token behind the dot.
        afterNameDot = nameExpected;
        return symbol(1, TokenType.SYMBOL);
    }

    /** As the servers: digits that run into letters are a name ({@code 2nd}), unless they make a number. */
    private TokenType number() {
        if (sql[start] == '0') {
            int mark = peek(1);
            if (mark == 'x' && Bytes.isHexDigit(peek(2))) {
                return prefixed(true, TokenType.HEX);
            }
            if (mark == 'b' && isBit(peek(2))) {
                return prefixed(false, TokenType.BIT);
            }
        }
        int at = digits(start);
        boolean fraction = at < limit && sql[at] == '.';
        if (fraction) {
            at = digits(at + 1);
        }
        int exponent = exponentEnd(at);
        if (exponent > 0) {
            position = exponent;
            return TokenType.FLOAT;
        }
        if (fraction) {
            position = at;
            return TokenType.DECIMAL;
        }
        if (at < limit && Bytes.isWord(sql[at])) {
            return word();
        }
        position = at;
        return TokenType.INTEGER;
    }

    private int digits(int from) {
        int at = from;
        while (at < limit && Bytes.isDigit(sql[at])) {
            at++;
        }
        return at;
    }

    /** The end of {@code e5}, {@code E-5} or {@code e+5} at {@code at}, or -1. */
    private int exponentEnd(int at) {
        if (at >= limit || (sql[at] | 0x20) != 'e') {
            return -1;
        }
        int digits = at + 1;
        if (digits < limit && (sql[digits] == '+' || sql[digits] == '-')) {
            digits++;
        }
        int end = digits(digits);
        return end == digits ? -1 : end;
    }

    private TokenType prefixed(boolean hex, TokenType kind) {
        int at = start + 2;
        while (at < limit && (hex ? Bytes.isHexDigit(sql[at]) : isBit(sql[at]))) {
            at++;
        }
        if (at < limit && Bytes.isWord(sql[at])) {
            return word();
        }
        position = at;
        return kind;
    }

    private static boolean isBit(int value) {
        return value == '0' || value == '1';
    }

    // --- quoted things

    private TokenType string(char quote, int opening, TokenType kind) {
        byte[] text = sql;
        boolean escapes = !rules.noBackslashEscapes() && kind != TokenType.HEX && kind != TokenType.BIT;
        int at = opening + 1;
        while (at < limit) {
            int value = text[at];
            if (value == quote) {
                if (at + 1 < limit && text[at + 1] == quote) {
                    at += 2;
                    continue;
                }
                position = at + 1;
                return kind;
            }
            if (value == '\\' && escapes) {
                at += 2;
            } else if (value < 0 && trailBytes) {
                at += rules.charset().length(text, at, limit);
            } else {
                at++;
            }
        }
        position = limit;
        fail(TextProblem.UNTERMINATED_STRING);
        return kind;
    }

    private TokenType quotedName(char quote, int opening) {
        position = quotedNameEnd(quote, opening);
        afterNameDot = position + 1 < limit && sql[position] == '.' && Bytes.isWord(sql[position + 1]);
        return TokenType.QUOTED_NAME;
    }

    private int quotedNameEnd(char quote, int opening) {
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
            at += value < 0 && trailBytes ? rules.charset().length(sql, at, limit) : 1;
        }
        fail(TextProblem.UNTERMINATED_NAME);
        return limit;
    }

    private TokenType variable() {
        if (peek(1) == '@') {
            position = systemVariableEnd(start + 2);
            return TokenType.SYSTEM_VARIABLE;
        }
        int mark = peek(1);
        if (mark == '\'' || mark == '"') {
            return string((char) mark, start + 1, TokenType.USER_VARIABLE);
        }
        if (mark == '`') {
            position = quotedNameEnd('`', start + 1);
            return TokenType.USER_VARIABLE;
        }
        // The host part of an account stands here too: app@10.0.0.1.
        int at = start + 1;
        while (at < limit && (Bytes.isWord(sql[at]) || sql[at] == '.')) {
            at = sql[at] == '.' ? at + 1 : wordEnd(at);
        }
        position = at;
        return TokenType.USER_VARIABLE;
    }

    /** {@code name}, {@code `name`}, and up to two more behind dots: {@code @@session.keycache.key_buffer_size}. */
    private int systemVariableEnd(int from) {
        int at = from;
        while (at < limit) {
            at = sql[at] == '`' ? quotedNameEnd('`', at) : wordEnd(at);
            boolean goesOn = at + 1 < limit && sql[at] == '.' && (sql[at + 1] == '`' || Bytes.isWord(sql[at + 1]));
            if (!goesOn) {
                return at;
            }
            at++;
        }
        return at;
    }

    // --- comments

    private boolean isDashComment() {
        if (peek(1) != '-') {
            return false;
        }
        int third = peek(2);
        return third < 0 || third <= ' ' || third == 0x7F;
    }

    private TokenType lineComment() {
        int at = start;
        while (at < limit && sql[at] != '\n') {
            at++;
        }
        position = at;
        return TokenType.COMMENT;
    }

    private TokenType blockComment() {
        int mark = peek(2);
        if (mark == '!') {
            return versionComment(3, false);
        }
        if (mark == 'M' && peek(3) == '!' && rules.dialect() == Dialect.MARIADB) {
            return versionComment(4, true);
        }
        position = commentEnd(start + 2, false);
        return mark == '+' ? TokenType.OPTIMIZER_HINT : TokenType.COMMENT;
    }

    private TokenType versionComment(int prefix, boolean mariaDb) {
        int digits = start + prefix;
        int end = digits;
        int version = 0;
        while (end < limit && end < digits + 6 && Bytes.isDigit(sql[end])) {
            version = version * 10 + sql[end] - '0';
            end++;
        }
        if (end - digits < 5) {
            // Without a whole version the inside is always code, and the digits belong to it.
            end = digits;
            version = 0;
        }
        if (rules.isCode(version, mariaDb) && !inVersionComment) {
            position = end;
            inVersionComment = true;
            return TokenType.VERSION_COMMENT_BEGIN;
        }
        position = commentEnd(end, true);
        return TokenType.COMMENT;
    }

    private TokenType endOfVersionComment() {
        inVersionComment = false;
        return symbol(2, TokenType.VERSION_COMMENT_END);
    }

    /** Behind the end of a comment; a skipped version comment may hold plain comments. */
    private int commentEnd(int from, boolean nested) {
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
        fail(TextProblem.UNTERMINATED_COMMENT);
        return limit;
    }

    // --- operators

    private TokenType operator(int first) {
        int second = peek(1);
        int length =
                switch (first) {
                    case '<' -> second == '=' ? (peek(2) == '>' ? 3 : 2) : second == '>' || second == '<' ? 2 : 1;
                    case '>' -> second == '=' || second == '>' ? 2 : 1;
                    case '!', ':' -> second == '=' ? 2 : 1;
                    case '|' -> second == '|' ? 2 : 1;
                    case '&' -> second == '&' ? 2 : 1;
                    case '-' -> second == '>' ? (peek(2) == '>' ? 3 : 2) : 1;
                    default -> 1;
                };
        return symbol(length, TokenType.SYMBOL);
    }
}
