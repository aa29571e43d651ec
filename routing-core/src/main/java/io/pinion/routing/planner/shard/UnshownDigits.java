package io.pinion.routing.planner.shard;

import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Numbers with more digits than their text: an average of DECIMAL has more digits than servers show, and on MariaDB so
 * has a quotient. One server stores them (0.142857142 of 1/7 in a DOUBLE), while a carried text has only the shown ones
 * (0.1429); measured on MySQL 9.7 and MariaDB 11.4. A rounded number has no hidden digits.
 */
public final class UnshownDigits {
    private static final Set<String> ROUNDING =
            Set.of("CAST", "CONVERT", "ROUND", "TRUNCATE", "FLOOR", "CEIL", "CEILING", "FORMAT");

    /** Behind these words stand conditions, orders or groups, and no value that the query returns. All are reserved. */
    private static final Set<String> CHOOSING = Set.of("WHERE", "HAVING", "GROUP", "ORDER", "LIMIT");

    /** Behind these words stand values again. */
    private static final Set<String> GIVING = Set.of("SELECT", "FROM", "UNION", "EXCEPT", "INTERSECT", "VALUES");

    private UnshownDigits() {}

    /**
     * The content of a pair of parentheses, or of the query itself.
     *
     * @param harmless hidden digits don't matter: the value is rounded, or stands in a condition
     * @param choosing the tokens that follow only choose, group or order rows
     */
    private record Level(boolean harmless, boolean choosing) {}

    /** Whether a DECIMAL that the query computes may have hidden digits. */
    public static boolean mayBeIn(Tokens query) {
        return mayBeIn(query, 0, query.count());
    }

    /**
     * Whether an expression within a query may have hidden digits.
     *
     * @param from its first token
     * @param to the token behind it
     */
    public static boolean mayBeIn(Tokens tokens, int from, int to) {
        SqlDialect dialect = tokens.statement().rules().dialect();
        Deque<Level> levels = new ArrayDeque<>();
        levels.push(new Level(false, false));
        for (int token = from; token < to; token++) {
            Level level = levels.element();
            boolean harmless = level.harmless() || level.choosing();
            if (tokens.isSymbol(token, "(")) {
                levels.push(new Level(harmless || tokens.isOneOf(token - 1, ROUNDING), false));
            } else if (tokens.isSymbol(token, ")") && levels.size() > 1) {
                levels.pop();
            } else if (isOneOf(tokens, token, CHOOSING)) {
                levels.push(new Level(levels.pop().harmless(), true));
            } else if (isOneOf(tokens, token, GIVING)) {
                levels.push(new Level(levels.pop().harmless(), false));
            } else if (!harmless && isUnrounded(tokens, token, dialect)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOneOf(Tokens tokens, int token, Set<String> words) {
        return tokens.isOneOf(token, words) && !tokens.isSymbol(token - 1, ".");
    }

    private static boolean isUnrounded(Tokens tokens, int token, SqlDialect dialect) {
        boolean average = tokens.isWord(token, "AVG") && tokens.isSymbol(token + 1, "(");
        return average || (dialect == SqlDialect.MARIADB && tokens.isSymbol(token, "/"));
    }
}
