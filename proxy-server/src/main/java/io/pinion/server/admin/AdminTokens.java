package io.pinion.server.admin;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The tokens of an admin statement, read from left to right, without comments and a trailing semicolon. The grammar has
 * only words, quoted strings, back-quoted names and single signs, so it needs no SQL parser.
 */
final class AdminTokens {
    enum Kind {
        WORD,
        STRING,
        SIGN,
        /** A quote or comment that is never closed; it extends to the end of the statement. */
        UNCLOSED
    }

    /**
     * A token of the statement.
     *
     * @param text without quotes and with escapes resolved
     * @param start the token's first character in the statement
     * @param end the first character after the token
     */
    record Token(Kind kind, String text, int start, int end) {
        boolean isWord(String word) {
            return kind == Kind.WORD && text.equalsIgnoreCase(word);
        }

        /** The text, in quotes if the token is a string. */
        String written() {
            return kind == Kind.STRING ? "'" + text + "'" : text;
        }

        boolean isSign(String sign) {
            return kind == Kind.SIGN && text.equals(sign);
        }
    }

    /** Words of places and values of the topology document by which secrets are known. */
    private static final Pattern SECRET = Pattern.compile("(?i)password|secret|accounts|native|sha2");

    private final String sql;
    private final List<Token> tokens;
    private int next;

    private AdminTokens(String sql, List<Token> tokens) {
        this.sql = sql;
        this.tokens = tokens;
    }

    static AdminTokens of(String sql) {
        return new AdminTokens(sql, new AdminScanner(sql).scan());
    }

    /**
     * Takes the given words if all of them come next; otherwise takes nothing and answers false.
     *
     * @param words separated by blanks; a word in single quotes is a string
     */
    boolean take(String words) {
        List<String> wanted = List.of(words.split(" "));
        if (next + wanted.size() > tokens.size()) {
            return false;
        }
        for (int i = 0; i < wanted.size(); i++) {
            Token token = tokens.get(next + i);
            boolean string = token.kind() == Kind.STRING && token.written().equalsIgnoreCase(wanted.get(i));
            if (!token.isWord(wanted.get(i)) && !string) {
                return false;
            }
        }
        next += wanted.size();
        return true;
    }

    boolean takeSign(String sign) {
        if (atEnd() || !tokens.get(next).isSign(sign)) {
            return false;
        }
        next++;
        return true;
    }

    /**
     * Takes the given words.
     *
     * @param words as of {@link #take}
     * @throws AdminSyntaxException when something else comes
     */
    void require(String words) {
        if (!take(words)) {
            throw new AdminSyntaxException(
                    "expected " + words + ", found " + foundInsteadOf(List.of(words.split(" "))));
        }
    }

    /** As far as it is what was wanted, and the token that isn't. */
    private String foundInsteadOf(List<String> wanted) {
        StringBuilder found = new StringBuilder();
        for (int i = 0; i < wanted.size() && next + i < tokens.size(); i++) {
            Token token = tokens.get(next + i);
            found.append(i == 0 ? "" : " ").append(token.written());
            if (!token.isWord(wanted.get(i))) {
                break;
            }
        }
        return found.isEmpty() ? "the end" : "'" + found + "'";
    }

    /** For a choice of words of which none comes. */
    AdminSyntaxException expected(String what) {
        return new AdminSyntaxException("expected " + what
                + peek().map(token -> ", found '" + token.text() + "'").orElse(", found the end"));
    }

    /** The next word, quoted or not. */
    String name(String what) {
        Token token = token(what);
        if (token.kind() != Kind.WORD && token.kind() != Kind.STRING) {
            throw unexpected(token, what);
        }
        return token.text();
    }

    /** The next string in quotes. */
    String string(String what) {
        Token token = token(what);
        if (token.kind() != Kind.STRING) {
            throw unexpected(token, what + " in quotes");
        }
        return token.text();
    }

    /** Whether a string in single quotes comes next, which is no name. */
    boolean isSingleQuoted() {
        return peek().filter(token -> token.kind() == Kind.STRING && sql.charAt(token.start()) == '\'')
                .isPresent();
    }

    /** The next string if it is in single quotes; nothing is taken otherwise. */
    Optional<String> singleQuoted() {
        return isSingleQuoted() ? Optional.of(tokens.get(next++).text()) : Optional.empty();
    }

    Token token(String what) {
        if (atEnd()) {
            throw new AdminSyntaxException("expected " + what + ", found the end");
        }
        return tokens.get(next++);
    }

    Optional<Token> peek() {
        return atEnd() ? Optional.empty() : Optional.of(tokens.get(next));
    }

    boolean atEnd() {
        return next == tokens.size();
    }

    /** @throws AdminSyntaxException when a token is left */
    void end() {
        if (!atEnd()) {
            throw unexpected(tokens.get(next), "the end");
        }
    }

    /**
     * The tokens up to a word outside of parentheses, or up to the end, as they are written.
     *
     * @param word isn't taken; empty for none
     */
    String textUntil(String word, String what) {
        int first = next;
        int depth = 0;
        while (!atEnd() && (depth > 0 || !tokens.get(next).isWord(word))) {
            Token token = token(what);
            if (token.kind() == Kind.UNCLOSED || token.isSign(";")) {
                throw unexpected(token, what);
            }
            depth += token.isSign("(") ? 1 : 0;
            depth -= token.isSign(")") ? 1 : 0;
            if (depth < 0) {
                throw unexpected(token, what);
            }
        }
        if (next == first || depth > 0) {
            throw expected(next == first ? what : ")");
        }
        return sql.substring(tokens.get(first).start(), tokens.get(next - 1).end());
    }

    /** The text after the last token taken, as written but without a last semicolon; no token is left afterwards. */
    String rest() {
        String rest = sql.substring(next == 0 ? 0 : tokens.get(next - 1).end()).strip();
        next = tokens.size();
        return rest.endsWith(";") ? rest.substring(0, rest.length() - 1).strip() : rest;
    }

    /**
     * The statement on one line, without its comments and without the secrets in it: for logs and the history of the
     * topology.
     */
    String masked() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean apart = i > 0 && tokens.get(i - 1).end() < token.start();
            text.append(apart ? " " : "").append(isSecret(i) ? "'…'" : sql.substring(token.start(), token.end()));
        }
        return text.toString();
    }

    /** A password, and the value of a place of the topology document that may have some of it. */
    private boolean isSecret(int token) {
        if (tokens.get(token).kind() == Kind.UNCLOSED) {
            return true;
        }
        if (token < 2) {
            return false;
        }
        Token before = tokens.get(token - 1);
        Token place = tokens.get(token - 2);
        if (before.isWord("BY") && place.isWord("IDENTIFIED")) {
            return true;
        }
        return before.isSign("=")
                && (SECRET.matcher(place.text()).find()
                        || SECRET.matcher(tokens.get(token).text()).find());
    }

    /** The first words and strings in upper case, at most {@code count}. */
    String opening(int count) {
        StringBuilder opening = new StringBuilder();
        for (Token token : tokens.subList(0, Math.min(count, tokens.size()))) {
            if (token.kind() != Kind.WORD && token.kind() != Kind.STRING) {
                break;
            }
            opening.append(opening.isEmpty() ? "" : " ").append(token.written().toUpperCase(Locale.ROOT));
        }
        return opening.toString();
    }

    static AdminSyntaxException unexpected(Token found, String wanted) {
        if (found.kind() == Kind.UNCLOSED) {
            return new AdminSyntaxException("a quote or comment is never closed: " + found.text());
        }
        return new AdminSyntaxException("expected " + wanted + ", found '" + found.text() + "'");
    }
}
