package io.pinion.operations.statement;

import io.pinion.operations.statement.StatementToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The tokens of a statement, without comments and a trailing semicolon. The grammar has only words, quoted strings,
 * back-quoted names and single signs, so it needs no SQL parser. Immutable.
 */
public final class StatementTokens {
    /** Words of places and values of the topology document by which secrets are known. */
    private static final Pattern SECRET = Pattern.compile("(?i)password|secret|accounts|native|sha2");

    /** Names with commas between or behind them. */
    private static final Pattern LIST = Pattern.compile("[^\\s'\"`(){}=,]*+(?:,[^\\s'\"`(){}=,]*+)++");

    private static final Pattern FRAGMENT = Pattern.compile("[\\s'\"`()]");

    private final String sql;
    private final List<StatementToken> tokens;

    private StatementTokens(String sql, List<StatementToken> tokens) {
        this.sql = sql;
        this.tokens = List.copyOf(tokens);
    }

    public static StatementTokens of(String sql) {
        return new StatementTokens(sql, new StatementScanner(sql).scan());
    }

    /**
     * The words of a command line. Commas belong to no name and need no words of their own, as in {@code p1,p2}; what is in
     * quotes of SQL is quoted.
     *
     * @param fragments whether a word with blanks, quotes or parentheses is a piece of a statement; else it is one value
     */
    public static StatementTokens ofWords(List<String> words, boolean fragments) {
        StringBuilder sql = new StringBuilder();
        List<StatementToken> tokens = new ArrayList<>();
        for (String word : words) {
            sql.append(sql.isEmpty() ? "" : " ");
            for (StatementToken token : ofWord(word, fragments)) {
                tokens.add(new StatementToken(
                        token.kind(), token.text(), sql.length() + token.start(), sql.length() + token.end()));
            }
            sql.append(word);
        }
        return new StatementTokens(sql.toString(), tokens);
    }

    private static List<StatementToken> ofWord(String word, boolean fragments) {
        List<StatementToken> scanned = new StatementScanner(word).scan();
        if ((scanned.size() == 1 && scanned.getFirst().isQuoted())
                || (fragments && FRAGMENT.matcher(word).find())) {
            return scanned;
        }
        if (!LIST.matcher(word).matches()) {
            return List.of(new StatementToken(Kind.ARGUMENT, word, 0, word.length()));
        }
        List<StatementToken> parts = new ArrayList<>();
        int at = 0;
        for (String part : word.split("(?<=,)|(?=,)")) {
            parts.add(new StatementToken(part.equals(",") ? Kind.SIGN : Kind.ARGUMENT, part, at, at + part.length()));
            at += part.length();
        }
        return parts;
    }

    public List<StatementToken> all() {
        return tokens;
    }

    /** All that is written from a token on, comments included but for a last semicolon; empty behind the last one. */
    String textFrom(int token) {
        if (token >= tokens.size()) {
            return "";
        }
        String rest =
                sql.substring(token == 0 ? 0 : tokens.get(token - 1).end()).strip();
        return rest.endsWith(";") ? rest.substring(0, rest.length() - 1).strip() : rest;
    }

    /**
     * The statement on one line, without its comments and without the secrets in it: for logs and the history of the
     * topology.
     */
    public String masked() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < tokens.size(); i++) {
            StatementToken token = tokens.get(i);
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
        StatementToken before = tokens.get(token - 1);
        StatementToken place = tokens.get(token - 2);
        if (before.isWord("BY") && place.isWord("IDENTIFIED")) {
            return true;
        }
        return before.isSign("=")
                && (SECRET.matcher(place.text()).find()
                        || SECRET.matcher(tokens.get(token).text()).find());
    }

    /** The first words and strings in upper case, at most {@code count}. */
    public String opening(int count) {
        StringBuilder opening = new StringBuilder();
        for (StatementToken token : tokens.subList(0, Math.min(count, tokens.size()))) {
            if (!token.isName()) {
                break;
            }
            opening.append(opening.isEmpty() ? "" : " ");
            String text = token.text().toUpperCase(Locale.ROOT);
            opening.append(token.isString() ? "'" + text + "'" : text);
        }
        return opening.toString();
    }
}
