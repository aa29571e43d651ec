package io.pinion.operations.statement;

import io.pinion.operations.statement.StatementToken.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts a statement into tokens. */
final class StatementScanner {
    private final String sql;
    private int at;

    StatementScanner(String sql) {
        this.sql = sql;
    }

    /**
     * The tokens of the statement. A quote or comment that is never closed becomes the last token, so that the tokens
     * before it can still be read.
     */
    List<StatementToken> scan() {
        List<StatementToken> tokens = new ArrayList<>();
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (sql.startsWith("/*", at)) {
                comment(tokens);
            } else if (c == '#' || sql.startsWith("-- ", at)) {
                skipLine();
            } else if (c == '\'' || c == '"') {
                tokens.add(quoted(c, c == '"' ? Kind.DOUBLE_QUOTED : Kind.STRING));
            } else if (c == '`') {
                tokens.add(quoted(c, Kind.NAME));
            } else if (isBetweenQuotedNames()) {
                tokens.add(sign());
            } else if (isWordPart(c)) {
                tokens.add(word());
            } else {
                tokens.add(sign());
            }
        }
        if (!tokens.isEmpty() && tokens.getLast().isSign(";")) {
            tokens.removeLast();
        }
        return tokens;
    }

    private void comment(List<StatementToken> tokens) {
        int found = sql.indexOf("*/", at + 2);
        if (found < 0) {
            tokens.add(new StatementToken(Kind.UNCLOSED, sql.substring(at), at, sql.length()));
        }
        at = found < 0 ? sql.length() : found + 2;
    }

    private void skipLine() {
        int end = sql.indexOf('\n', at);
        at = end < 0 ? sql.length() : end + 1;
    }

    private StatementToken quoted(char quote, Kind kind) {
        int start = at++;
        StringBuilder text = new StringBuilder();
        while (at < sql.length()) {
            char c = sql.charAt(at++);
            boolean doubled = c == quote && at < sql.length() && sql.charAt(at) == quote;
            boolean escaped = c == '\\' && quote != '`' && at < sql.length();
            if (doubled) {
                at++;
                text.append(quote);
            } else if (escaped) {
                appendEscaped(text, sql.charAt(at++));
            } else if (c == quote) {
                return new StatementToken(kind, text.toString(), start, at);
            } else {
                text.append(c);
            }
        }
        return new StatementToken(Kind.UNCLOSED, sql.substring(start), start, at);
    }

    /** {@code \%} and {@code \_} keep their backslash as in MySQL, because LIKE reads them. */
    private static void appendEscaped(StringBuilder text, char c) {
        switch (c) {
            case 'n' -> text.append('\n');
            case 't' -> text.append('\t');
            case 'r' -> text.append('\r');
            case '0' -> text.append('\0');
            case 'b' -> text.append('\b');
            case 'Z' -> text.append('\u001a');
            case '%', '_' -> text.append('\\').append(c);
            default -> text.append(c);
        }
    }

    private StatementToken word() {
        int start = at;
        while (at < sql.length() && isWordPart(sql.charAt(at)) && !isBetweenQuotedNames()) {
            at++;
        }
        return new StatementToken(Kind.WORD, sql.substring(start, at), start, at);
    }

    /** A dot beside a name in backticks. */
    private boolean isBetweenQuotedNames() {
        return sql.charAt(at) == '.' && (sql.startsWith("`", at + 1) || (at > 0 && sql.charAt(at - 1) == '`'));
    }

    private StatementToken sign() {
        int start = at;
        int length = sql.startsWith("<>", at)
                        || sql.startsWith("!=", at)
                        || sql.startsWith("<=", at)
                        || sql.startsWith(">=", at)
                ? 2
                : 1;
        at += length;
        return new StatementToken(Kind.SIGN, sql.substring(start, at), start, at);
    }

    /** Numbers are words too, and so are names with a dot, a dash or a colon, such as {@code pinterest:3429}. */
    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '@' || c == '.' || c == ':' || c == '-';
    }
}
