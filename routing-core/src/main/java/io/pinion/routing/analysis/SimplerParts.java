package io.pinion.routing.analysis;

import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import java.util.Set;

/**
 * Parts of a statement that MySQL reads and the parser doesn't, and their substitutes for the parser. No part names a
 * column or a table, except the document of JSON_TABLE, which stays. Servers get the statement's own text.
 */
final class SimplerParts {
    /** The words that begin a window's definition that builds on no other. */
    private static final Set<String> IN_WINDOWS = Set.of("PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS");

    private static final String NULL = "\\N";

    private static final Set<String> UNITS = Words.setOf("""
            MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR SECOND_MICROSECOND MINUTE_MICROSECOND
            MINUTE_SECOND HOUR_MICROSECOND HOUR_SECOND HOUR_MINUTE DAY_MICROSECOND DAY_SECOND DAY_MINUTE DAY_HOUR
            YEAR_MONTH""");

    private final Tokens tokens;
    private final Substitutes parts;
    private final ArgumentParts arguments;
    private final LimitParts limits;

    private SimplerParts(Tokens tokens) {
        this.tokens = tokens;
        this.parts = new Substitutes(tokens);
        this.arguments = new ArgumentParts(tokens, parts);
        this.limits = new LimitParts(tokens, parts);
    }

    static Substitutes of(Tokens tokens) {
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
        SortedGroups.readDirections(tokens, token -> found.parts.leaveOut(token, token));
        return found.parts;
    }

    private void readWord(int token) {
        if (tokens.isSymbol(token - 1, ".")) {
            return;
        }
        if (tokens.isSymbol(token + 1, "(")) {
            arguments.read(token);
        }
        switch (tokens.upper(token)) {
            case "INTERVAL" -> readInterval(token);
            case "WITHIN" -> readPercentile(token);
            case "OVER" -> readWindow(token + 1);
            case "WINDOW" -> readNamedWindows(token);
            case "EXCLUDE" -> readExcluded(token);
            case "FROM" -> readNthFrom(token);
            case "RESPECT" -> leaveOutBeforeOver(token);
            case "CYCLE" -> readCycle(token);
            case "FOR" -> readLocking(token);
            case "WAIT" -> limits.readWait(token);
            case "LOCK" -> limits.readShared(token);
            case "ROWS" -> limits.readExamined(token);
            case "OFFSET" -> limits.readOffset(token);
            case "FETCH" -> limits.readFetch(token);
            case "AT" -> readTimeZone(token);
            default -> {}
        }
    }

    // --- times

    /** {@code INTERVAL n + 1 DAY}: the parser, which reads few expressions there, gets the expression alone. */
    private void readInterval(int interval) {
        if (tokens.isSymbol(interval + 1, "(") && parts.inside(interval + 1, ",") > 0) {
            return;
        }
        int token = tokens.next(interval + 1);
        while (token < tokens.count() && !endsOperand(token)) {
            if (tokens.isOneOf(token, UNITS) && !tokens.isSymbol(token - 1, ".") && !tokens.isSymbol(token + 1, "(")) {
                parts.replace(interval, "(");
                parts.replace(token, ")");
                return;
            }
            token = tokens.next(token);
        }
    }

    private boolean endsOperand(int token) {
        return tokens.isSymbol(token, ",") || tokens.isSymbol(token, ")") || tokens.isWord(token, "INTERVAL");
    }

    /** {@code CAST(at AT TIME ZONE '+00:00' AS DATETIME)}. */
    private void readTimeZone(int token) {
        if (tokens.isWord(token + 1, "TIME") && tokens.isWord(token + 2, "ZONE")) {
            int zone = tokens.isWord(token + 3, "INTERVAL") ? token + 4 : token + 3;
            parts.leaveOut(token, zone);
        }
    }

    // --- windows

    /** {@code PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY n DESC) OVER w}: the order's column becomes an argument. */
    private void readPercentile(int within) {
        int open = within + 2;
        boolean ordered = tokens.isWord(within + 1, "GROUP")
                && tokens.isWord(open + 1, "ORDER")
                && tokens.isWord(open + 2, "BY")
                && tokens.isSymbol(within - 1, ")");
        if (!ordered) {
            return;
        }
        parts.replace(within - 1, open + 2, ",");
        int last = parts.closing(open) - 1;
        if (tokens.isWord(last, "ASC") || tokens.isWord(last, "DESC")) {
            parts.leaveOut(last, last);
        }
    }

    /** The end of a frame, which names no column. */
    private void readExcluded(int token) {
        parts.leaveOut(token, "EXCLUDE", "CURRENT", "ROW");
        parts.leaveOut(token, "EXCLUDE", "NO", "OTHERS");
        parts.leaveOut(token, "EXCLUDE", "GROUP");
        parts.leaveOut(token, "EXCLUDE", "TIES");
    }

    /** {@code OVER (w ORDER BY k)}. */
    private void readWindow(int open) {
        if (tokens.isSymbol(open, "(") && tokens.isName(open + 1) && !tokens.isOneOf(open + 1, IN_WINDOWS)) {
            parts.leaveOut(open + 1, open + 1);
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
            parts.leaveOut(from, from + 1);
        }
    }

    private void leaveOutBeforeOver(int token) {
        if (tokens.isWord(token + 1, "NULLS") && tokens.isWord(token + 2, "OVER")) {
            parts.leaveOut(token, token + 1);
        }
    }

    // --- common table expressions and locks

    /** {@code WITH RECURSIVE t AS (…) CYCLE a, b RESTRICT SELECT …}. */
    private void readCycle(int cycle) {
        int last = cycle + 1;
        while (tokens.isSymbol(cycle - 1, ")") && tokens.isName(last) && tokens.isSymbol(last + 1, ",")) {
            last += 2;
        }
        if (tokens.isSymbol(cycle - 1, ")") && tokens.isName(last) && tokens.isWord(last + 1, "RESTRICT")) {
            parts.leaveOut(cycle, last + 1);
        }
    }

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
        parts.leaveOut(token, last);
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

    /** ODBC's {@code {d '2026-11-21'}} and {@code {fn NOW()}}, and MariaDB's {@code \\N}. */
    private void readSymbol(int token) {
        if (tokens.isSymbol(token, NULL)) {
            parts.replace(token, "NULL");
        } else if (tokens.isSymbol(token, "{") && tokens.type(token + 1) == TokenType.WORD) {
            parts.leaveOut(token, token + 1);
        } else if (tokens.isSymbol(token, "}")) {
            parts.leaveOut(token, token);
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
            parts.leaveOut(row, row);
            int close = parts.closing(row + 1);
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
                parts.leaveOut(token, token + 1);
            }
        }
    }
}
