package io.pinion.routing.analysis;

import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a statement that MySQL reads and the parser doesn't, and their substitutes for the parser. No part names a
 * column or a table, except the document of JSON_TABLE, which stays. Servers get the statement's own text.
 */
final class SimplerParts {
    /** The words that begin a window's definition that builds on no other. */
    private static final Set<String> IN_WINDOWS = Set.of("PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS");

    private static final Set<String> TEXT_TYPES = Set.of("CHAR", "CHARACTER", "NCHAR", "NATIONAL");

    /** The words that may follow the path in JSON_VALUE. */
    private static final Set<String> BEHIND_PATH = Set.of("RETURNING", "NULL", "ERROR", "DEFAULT");

    private final Tokens tokens;
    private final Map<Integer, Part> parts = new HashMap<>();

    /**
     * @param instead the substitute; null when the parser gets nothing
     * @param last the part's last token
     */
    record Part(@Nullable String instead, int last) {}

    private SimplerParts(Tokens tokens) {
        this.tokens = tokens;
    }

    static SimplerParts of(Tokens tokens) {
        SimplerParts found = new SimplerParts(tokens);
        for (int token = 0; token < tokens.count(); token++) {
            switch (tokens.type(token)) {
                case WORD -> found.readWord(token);
                case SYMBOL -> found.readSymbol(token);
                default -> {}
            }
        }
        found.readRows();
        found.readDeleted();
        return found;
    }

    /** Null where the parser gets the token itself. */
    @Nullable
    Part at(int token) {
        return parts.get(token);
    }

    private void readWord(int token) {
        if (tokens.isSymbol(token - 1, ".")) {
            return;
        }
        boolean call = tokens.isSymbol(token + 1, "(");
        switch (tokens.text(token).toUpperCase(Locale.ROOT)) {
            case "CONVERT" -> readConvert(token, call);
            case "CAST" -> readCast(token, call);
            case "WEIGHT_STRING" -> readWeights(token, call);
            case "JSON_VALUE" -> readJsonValue(token, call);
            case "JSON_TABLE" -> readJsonTable(token, call);
            case "OVER" -> readWindow(token + 1);
            case "WINDOW" -> readNamedWindows(token);
            case "FROM" -> readNthFrom(token);
            case "RESPECT" -> leaveOutBeforeOver(token);
            case "FOR" -> readLocking(token);
            case "AT" -> readTimeZone(token);
            default -> {}
        }
    }

    // --- types

    /** {@code CONVERT(n, DECIMAL(5,1))}, in which the parser would take the column for a type: it gets a CAST. */
    private void readConvert(int token, boolean call) {
        int comma = call ? inside(token + 1, ",") : -1;
        if (comma > 0) {
            parts.put(token, new Part("CAST", token));
            parts.put(comma, new Part("AS", comma));
            parts.put(comma + 1, new Part("CHAR", tokens.closing(token + 1) - 1));
        }
    }

    /** {@code CAST(v AS CHAR(2) CHARSET utf8mb4)}. */
    private void readCast(int token, boolean call) {
        int as = call ? inside(token + 1, "AS") : -1;
        if (as > 0 && TEXT_TYPES.contains(tokens.text(as + 1).toUpperCase(Locale.ROOT))) {
            parts.put(as + 1, new Part("CHAR", tokens.closing(token + 1) - 1));
        }
    }

    /** {@code WEIGHT_STRING(v AS CHAR(3))}. */
    private void readWeights(int token, boolean call) {
        int as = call ? inside(token + 1, "AS") : -1;
        if (as > 0) {
            leaveOut(as, tokens.closing(token + 1) - 1);
        }
    }

    /** {@code CAST(at AT TIME ZONE '+00:00' AS DATETIME)}. */
    private void readTimeZone(int token) {
        if (tokens.isWord(token + 1, "TIME") && tokens.isWord(token + 2, "ZONE")) {
            int zone = tokens.isWord(token + 3, "INTERVAL") ? token + 4 : token + 3;
            leaveOut(token, zone);
        }
    }

    // --- JSON

    /** {@code JSON_VALUE(j, '$.a' RETURNING SIGNED DEFAULT 7 ON EMPTY DEFAULT 9 ON ERROR)}. */
    private void readJsonValue(int token, boolean call) {
        int comma = call ? inside(token + 1, ",") : -1;
        if (comma > 0 && isOneOf(comma + 2, BEHIND_PATH)) {
            leaveOut(comma + 2, tokens.closing(token + 1) - 1);
        }
    }

    /** A table made of a document: the parser gets {@code UNNEST(document)}. */
    private void readJsonTable(int token, boolean call) {
        int comma = call ? inside(token + 1, ",") : -1;
        if (comma > 0) {
            parts.put(token, new Part("UNNEST", token));
            leaveOut(comma, tokens.closing(token + 1) - 1);
        }
    }

    // --- windows

    /** {@code OVER (w ORDER BY k)}. */
    private void readWindow(int open) {
        if (tokens.isSymbol(open, "(") && tokens.isName(open + 1) && !isOneOf(open + 1, IN_WINDOWS)) {
            leaveOut(open + 1, open + 1);
        }
    }

    /** {@code WINDOW w AS (…), v AS (w ORDER BY k)}. */
    private void readNamedWindows(int window) {
        int name = window + 1;
        while (tokens.isName(name) && tokens.isWord(name + 1, "AS") && tokens.isSymbol(name + 2, "(")) {
            readWindow(name + 2);
            int close = tokens.closing(name + 2);
            name = close > 0 && tokens.isSymbol(close + 1, ",") ? close + 2 : -1;
        }
    }

    /** {@code NTH_VALUE(n, 1) FROM FIRST RESPECT NULLS OVER w}. */
    private void readNthFrom(int from) {
        boolean follows = tokens.isSymbol(from - 1, ")")
                && (tokens.isWord(from + 1, "FIRST") || tokens.isWord(from + 1, "LAST"))
                && (tokens.isWord(from + 2, "OVER")
                        || (tokens.isWord(from + 3, "NULLS") && tokens.isWord(from + 4, "OVER")));
        if (follows) {
            leaveOut(from, from + 1);
        }
    }

    private void leaveOutBeforeOver(int token) {
        if (tokens.isWord(token + 1, "NULLS") && tokens.isWord(token + 2, "OVER")) {
            leaveOut(token, token + 1);
        }
    }

    // --- locks

    /**
     * {@code FOR UPDATE OF a FOR SHARE OF b}: the parser gets the first clause, which says that the statement locks.
     */
    private void readLocking(int token) {
        if (!isLocking(token) || !followsLocking(token)) {
            return;
        }
        int last = token + 1;
        while (last + 1 < tokens.count() && !tokens.isSymbol(last + 1, ")") && !isLocking(last + 1)) {
            last++;
        }
        leaveOut(token, last);
    }

    private boolean isLocking(int token) {
        return tokens.isWord(token, "FOR") && (tokens.isWord(token + 1, "UPDATE") || tokens.isWord(token + 1, "SHARE"));
    }

    private boolean followsLocking(int token) {
        for (int before = token - 1; before >= 0 && !tokens.isSymbol(before, ")"); before--) {
            if (isLocking(before)) {
                return true;
            }
        }
        return false;
    }

    // --- braces and rows

    /** ODBC's {@code {d '2026-11-21'}} and {@code {fn NOW()}}. */
    private void readSymbol(int token) {
        if (tokens.isSymbol(token, "{") && tokens.type(token + 1) == TokenType.WORD) {
            leaveOut(token, token + 1);
        } else if (tokens.isSymbol(token, "}")) {
            leaveOut(token, token);
        }
    }

    /** {@code INSERT … VALUES ROW(1, 2), ROW(3, 4)}. */
    private void readRows() {
        StatementKind kind = tokens.statement().kind();
        if (kind != StatementKind.INSERT && kind != StatementKind.REPLACE) {
            return;
        }
        int row = tokens.outermost(token -> tokens.isWord(token, "VALUES") && tokens.isWord(token + 1, "ROW")) + 1;
        while (row > 0 && tokens.isWord(row, "ROW") && tokens.isSymbol(row + 1, "(")) {
            leaveOut(row, row);
            int close = tokens.closing(row + 1);
            row = close > 0 && tokens.isSymbol(close + 1, ",") ? close + 2 : -1;
        }
    }

    /** {@code DELETE t.*, u.* FROM …}: the stars have no meaning, so they are left out. */
    private void readDeleted() {
        if (tokens.statement().kind() != StatementKind.DELETE) {
            return;
        }
        int verb = tokens.outermost(token -> tokens.isWord(token, "DELETE"));
        int using = DeletedNames.using(tokens, verb);
        int end = using < 0 ? tokens.outermost(verb, "FROM") : using;
        for (int token = verb; token < end; token++) {
            if (tokens.isSymbol(token, ".") && tokens.isSymbol(token + 1, "*")) {
                leaveOut(token, token + 1);
            }
        }
    }

    // --- what all do

    private void leaveOut(int first, int last) {
        if (last >= first && last < tokens.count()) {
            parts.put(first, new Part(null, last));
        }
    }

    /** The first token {@code wanted} directly in the parentheses, neither first nor last in them; -1 without. */
    private int inside(int open, String wanted) {
        int close = tokens.closing(open);
        int depth = 0;
        for (int token = open + 1; token < close - 1; token++) {
            if (depth == 0 && (tokens.isSymbol(token, wanted) || tokens.isWord(token, wanted))) {
                return token;
            }
            depth += tokens.isSymbol(token, "(") ? 1 : tokens.isSymbol(token, ")") ? -1 : 0;
        }
        return -1;
    }

    private boolean isOneOf(int token, Set<String> words) {
        return tokens.type(token) == TokenType.WORD
                && words.contains(tokens.text(token).toUpperCase(Locale.ROOT));
    }
}
