package io.pinion.routing.text.lexer;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a text into tokens as the servers do. A mutable cursor that is reused for each text; never throws, whatever the
 * bytes.
 */
public final class Lexer {
    private static final TextRules NO_RULES = TextRules.defaults(SqlDialect.MYSQL, 0);
    private static final byte[] NO_TEXT = {};
    /** The words of ODBC's escapes: {@code {fn NOW()}}, {@code {oj t LEFT JOIN u ON …}}. */
    private static final Set<String> ESCAPES = Set.of("D", "T", "TS", "FN", "OJ");

    private byte[] sql = NO_TEXT;
    private TextRules rules = NO_RULES;
    private CharsetClass charset = NO_RULES.charset();
    /** The blank above ASCII, which is a letter to a reader that doesn't know the character set; 0 for none. */
    private int blank;

    private int limit;
    private int position;
    private boolean inVersionComment;
    /**
     * The next token is a name even if it looks like a number or the beginning of {@code x'…'}: a dot stands directly
     * before it, or it is the dot itself, directly behind a name.
     */
    private boolean nameExpectedNext;

    /** A string of the next token would be one with what was read last, a string or a word such as {@code _utf8mb4}. */
    private boolean stringGoesOn;
    /** What was read last is that word, which is looked for directly before its string. */
    private boolean introduced;
    /** What Pinion doesn't read across has come since: a version comment's edge, a hint, or any comment behind that word. */
    private boolean cut;

    private TokenType type = TokenType.END;
    private int start;
    private @Nullable TextProblem problem;

    public void begin(byte[] text, int from, int to, TextRules textRules) {
        sql = text;
        rules = textRules;
        charset = textRules.charset();
        blank = charset.blank();
        limit = to;
        position = from;
        start = from;
        inVersionComment = false;
        nameExpectedNext = false;
        stringGoesOn = false;
        type = TokenType.END;
        problem = null;
    }

    public TokenType type() {
        return type;
    }

    public int start() {
        return start;
    }

    /** The token's end, exclusive; the next token is searched from here. */
    public int end() {
        return position;
    }

    public boolean inVersionComment() {
        return inVersionComment;
    }

    /** The first unterminated token's problem. */
    @Nullable
    public TextProblem problem() {
        return problem;
    }

    /** The token's first byte, which tells symbols apart. */
    public int first() {
        return sql[start];
    }

    /** Whether the token is this symbol of one character. */
    public boolean isSymbol(char symbol) {
        return type == TokenType.SYMBOL && position == start + 1 && sql[start] == symbol;
    }

    /** Goes back to where a token begins. */
    public void returnTo(int at, boolean insideVersionComment) {
        position = at;
        inVersionComment = insideVersionComment;
        nameExpectedNext = false;
        stringGoesOn = false;
        type = TokenType.END;
    }

    /** Reads the next token. */
    public TokenType next() {
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
        boolean nameExpected = nameExpectedNext;
        nameExpectedNext = false;
        type = token(text[at] & 0xFF, nameExpected);
        joinStrings();
        return type;
    }

    /** Reads the next token that is no comment, nor the edge of one. */
    public TokenType nextOfCode() {
        while (next().isComment()) {
            // Another may follow.
        }
        return type;
    }

    /** The next token if it is a word, in capitals; else the empty string. Skips comments. */
    public String nextWord() {
        return nextOfCode() == TokenType.WORD ? Words.upper(sql, start, position) : "";
    }

    /** Servers read strings that follow each other as one, and a word such as {@code _utf8mb4} with the string behind it. */
    private void joinStrings() {
        switch (type) {
            case STRING, NATIONAL_STRING, HEX, BIT -> {
                if (stringGoesOn && cut) {
                    fail(TextProblem.STRING_CUT_BY_COMMENT);
                }
                goesOn(type.isString(), false);
            }
            case WORD -> goesOn(sql[start] == '_', true);
            case VERSION_COMMENT_BEGIN, VERSION_COMMENT_END, OPTIMIZER_HINT -> cut = true;
            case COMMENT -> cut |= introduced;
            default -> goesOn(false, false);
        }
    }

    private void goesOn(boolean now, boolean behindWord) {
        stringGoesOn = now;
        introduced = now && behindWord;
        cut = false;
    }

    private TokenType token(int first, boolean nameExpected) {
        if (Bytes.isLetter(first)) {
            return nameExpected ? word() : letter(first);
        }
        if (Bytes.isDigit(first)) {
            return nameExpected ? word() : number();
        }
        return switch (first) {
            case '\'' -> string(start, TokenType.STRING);
            case '"' -> rules.ansiQuotes() ? quotedName() : string(start, TokenType.STRING);
            case '`' -> quotedName();
            case '.' -> dot(nameExpected);
            case '@' -> variable();
            case '?' -> symbol(1, TokenType.PARAMETER);
            default -> operatorOrComment(first);
        };
    }

    /** Separate from the other methods, so that the compiler can inline both. */
    private TokenType operatorOrComment(int first) {
        return switch (first) {
            case '#' -> lineComment();
            case '-' -> isDashComment() ? lineComment() : operator(first);
            case '/' -> peek(1) == '*' ? blockComment() : operator(first);
            case '{' -> brace();
            // {@code \N} is NULL, and the text directly behind it is a word of its own.
            case '\\' -> symbol(peek(1) == 'N' ? 2 : 1, TokenType.SYMBOL);
            case '!' -> exclamationMark();
            case 0 -> nul();
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
        problem = TextProblem.worse(problem, found);
    }

    // --- words, names, numbers

    private TokenType letter(int first) {
        if (peek(1) == '\'') {
            switch (first | 0x20) {
                case 'n' -> {
                    return string(start + 1, TokenType.NATIONAL_STRING);
                }
                case 'x' -> {
                    return digitString(TokenType.HEX);
                }
                case 'b' -> {
                    return digitString(TokenType.BIT);
                }
                default -> {}
            }
        }
        word();
        if (first == '$' && rules.dialect() == SqlDialect.MYSQL && contains('$', start + 1)) {
            fail(TextProblem.DOLLAR_QUOTE);
        }
        return TokenType.WORD;
    }

    private TokenType word() {
        position = TokenEnds.ofWord(sql, start, limit, charset);
        if (blank != 0) {
            refuseBlank();
        }
        nameExpectedNext = position + 1 < limit && sql[position] == '.' && Bytes.isWord(sql[position + 1]);
        return TokenType.WORD;
    }

    private void refuseBlank() {
        if (blank != 0 && contains(blank, start)) {
            fail(TextProblem.BLANK_ABOVE_ASCII);
        }
    }

    /** Whether the byte stands in the token at or behind {@code from}. */
    private boolean contains(int wanted, int from) {
        for (int at = from; at < position; at++) {
            if (sql[at] == (byte) wanted) {
                return true;
            }
        }
        return false;
    }

    private TokenType dot(boolean nameExpected) {
        if (nameExpected) {
            // Directly between two names, as nearly all dots are.
            nameExpectedNext = true;
            return symbol(1, TokenType.SYMBOL);
        }
        if (Bytes.isDigit(peek(1))) {
            return number();
        }
        if (!isBehindName()) {
            fail(TextProblem.LEADING_DOT);
        }
        nameExpectedNext = start + 1 < limit && Bytes.isWord(sql[start + 1]);
        return symbol(1, TokenType.SYMBOL);
    }

    /** Whether the token before the current dot is what the dot qualifies; servers take a dot without one, too. */
    private boolean isBehindName() {
        return switch (type) {
            case WORD -> !LeadingDots.mayFollow(sql, position);
            case QUOTED_NAME -> true;
            case SYMBOL -> sql[position - 1] == '*' || sql[position - 1] == '.';
            default -> false;
        };
    }

    /** {@code {d '…'}} and other braces; any word may follow, and its meaning to a server depends on its place. */
    private TokenType brace() {
        int from = start + 1;
        while (from < limit && Bytes.isBlank(sql[from])) {
            from++;
        }
        int to = TokenEnds.ofWord(sql, from, limit, CharsetClass.ASCII_SAFE);
        if (!ESCAPES.contains(Words.upper(sql, from, to))) {
            fail(TextProblem.BRACES);
        }
        return symbol(1, TokenType.SYMBOL);
    }

    /** As on servers: digits with letters behind them are a name ({@code 2nd}), unless they make a number. */
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
        int at = TokenEnds.ofDigits(sql, start, limit);
        boolean fraction = at < limit && sql[at] == '.';
        if (fraction) {
            at = TokenEnds.ofDigits(sql, at + 1, limit);
        }
        int exponent = TokenEnds.ofExponent(sql, at, limit);
        if (exponent > 0) {
            position = exponent;
            return TokenType.FLOAT;
        }
        if (fraction) {
            if (at < limit && (sql[at] | 0x20) == 'e') {
                fail(TextProblem.EXPONENT_WITHOUT_DIGITS);
            }
            position = at;
            return TokenType.DECIMAL;
        }
        if (at < limit && Bytes.isWord(sql[at])) {
            word();
            // MySQL takes only the byte behind the digits, even where two bytes make a character.
            if (charset.hasTrailsOfAscii() && TokenEnds.ofWord(sql, at + 1, limit, charset) != position) {
                fail(TextProblem.DIGITS_ABOVE_ASCII);
            }
            return TokenType.WORD;
        }
        position = at;
        return TokenType.INTEGER;
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

    private TokenType string(int opening, TokenType kind) {
        boolean escapes = !rules.noBackslashEscapes();
        endAt(TokenEnds.ofString(sql, opening, limit, escapes, charset), TextProblem.UNTERMINATED_STRING);
        return kind;
    }

    /** {@code x'41'} and {@code b'01'}. */
    private TokenType digitString(TokenType kind) {
        endAt(TokenEnds.ofDigitString(sql, start + 1, limit), TextProblem.UNTERMINATED_STRING);
        return kind;
    }

    private TokenType quotedName() {
        endAt(TokenEnds.ofQuotedName(sql, start, limit, charset), TextProblem.UNTERMINATED_NAME);
        return TokenType.QUOTED_NAME;
    }

    private void endAt(int end, TextProblem otherwise) {
        if (end == TokenEnds.NOWHERE) {
            position = limit;
            fail(otherwise);
        } else {
            position = end;
        }
    }

    private TokenType variable() {
        int mark = peek(1);
        switch (mark) {
            case '@' -> {
                int end = TokenEnds.ofSystemVariable(sql, start + 2, limit, charset);
                endAt(end, TextProblem.UNTERMINATED_NAME);
                refuseBlank();
                refuseVariableAboveAscii();
                return TokenType.SYSTEM_VARIABLE;
            }
            case '\'' -> {
                return string(start + 1, TokenType.USER_VARIABLE);
            }
            case '"' -> {
                if (!rules.ansiQuotes()) {
                    return string(start + 1, TokenType.USER_VARIABLE);
                }
                quotedVariable();
            }
            case '`' -> quotedVariable();
            default -> {
                position = TokenEnds.ofUserVariable(sql, start + 1, limit, charset);
                refuseBlank();
                refuseVariableAboveAscii();
            }
        }
        return TokenType.USER_VARIABLE;
    }

    private void quotedVariable() {
        endAt(TokenEnds.ofQuotedName(sql, start + 1, limit, charset), TextProblem.UNTERMINATED_NAME);
    }

    private void refuseVariableAboveAscii() {
        if (charset.endsVariablesAboveAscii()) {
            for (int at = start; at < position; at++) {
                if (sql[at] < 0) {
                    fail(TextProblem.VARIABLE_ABOVE_ASCII);
                }
            }
        }
    }

    // --- comments

    private boolean isDashComment() {
        if (peek(1) != '-') {
            return false;
        }
        int third = peek(2);
        if (third >= 0x80) {
            // A control character of some sets, behind which servers take the rest of the line for a comment.
            fail(TextProblem.DASHES_ABOVE_ASCII);
        }
        return third < 0 || third <= ' ' || third == 0x7F;
    }

    private TokenType lineComment() {
        position = TokenEnds.ofLine(sql, start, limit);
        return TokenType.COMMENT;
    }

    private TokenType blockComment() {
        int mark = peek(2);
        boolean mariaDb = mark == 'M' && peek(3) == '!' && rules.dialect() == SqlDialect.MARIADB;
        if (mark == '!' || mariaDb) {
            if (inVersionComment) {
                // To servers the inner one is code, too, and the first end ends both.
                fail(TextProblem.NESTED_VERSION_COMMENT);
            }
            return versionComment(mariaDb ? 4 : 3, mariaDb);
        }
        endAt(TokenEnds.ofComment(sql, start + 2, limit, false), TextProblem.UNTERMINATED_COMMENT);
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
        if (end - digits == 6 && rules.dialect() == SqlDialect.MYSQL) {
            refuseSixDigits(version);
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
        endAt(TokenEnds.ofComment(sql, end, limit, true), TextProblem.UNTERMINATED_COMMENT);
        return TokenType.COMMENT;
    }

    /** MySQL 8.0 takes five digits; later ones take six if a blank follows, and the sixth for code if none does. */
    private void refuseSixDigits(int version) {
        if (rules.isCode(version, false) || rules.isCode(version / 10, false)) {
            fail(TextProblem.SIX_DIGITS);
        }
    }

    private TokenType endOfVersionComment() {
        inVersionComment = false;
        return symbol(2, TokenType.VERSION_COMMENT_END);
    }

    // --- operators

    private TokenType exclamationMark() {
        int second = peek(1);
        if (rules.dialect() == SqlDialect.MYSQL && (second == '!' || second == '<' || second == '>')) {
            fail(TextProblem.EXCLAMATION_MARKS);
        }
        return symbol(second == '=' ? 2 : 1, TokenType.SYMBOL);
    }

    private TokenType nul() {
        fail(TextProblem.NUL);
        return symbol(1, TokenType.SYMBOL);
    }

    private TokenType operator(int first) {
        int second = peek(1);
        int length =
                switch (first) {
                    case '<' -> second == '=' ? (peek(2) == '>' ? 3 : 2) : second == '>' || second == '<' ? 2 : 1;
                    case '>' -> second == '=' || second == '>' ? 2 : 1;
                    case ':' -> second == '=' ? 2 : 1;
                    case '|' -> second == '|' ? 2 : 1;
                    case '&' -> second == '&' ? 2 : 1;
                    case '-' -> second == '>' ? (peek(2) == '>' ? 3 : 2) : 1;
                    default -> 1;
                };
        return symbol(length, TokenType.SYMBOL);
    }
}
