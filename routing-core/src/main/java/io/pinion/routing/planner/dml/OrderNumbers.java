package io.pinion.routing.planner.dml;

import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TokenType;

/**
 * The numbers in the ORDER BY of an UPDATE or DELETE. The query that finds the rows has other columns, so a number would
 * count these. In a DELETE, and in an UPDATE on MySQL, servers take none; MariaDB counts the columns that an UPDATE
 * assigns.
 */
final class OrderNumbers {
    static final String REASON =
            "a number in its ORDER BY would count the columns of the query that finds its rows: write the column's name";

    private OrderNumbers() {}

    /** @param conditions the first token of WHERE, ORDER BY or LIMIT, or the end */
    static boolean areIn(Tokens tokens, int conditions) {
        int order = conditions < tokens.count() ? tokens.outermost(conditions, "ORDER") : -1;
        int limit = tokens.outermost(order, "LIMIT");
        int end = limit < 0 ? tokens.count() : limit;
        int from = order + 2;
        for (int token = from; order >= 0 && token <= end; token = tokens.next(token)) {
            if (token >= end || tokens.isSymbol(token, ",")) {
                if (isNumber(tokens, from, Math.min(token, end) - 1)) {
                    return true;
                }
                from = token + 1;
            }
        }
        return false;
    }

    private static boolean isNumber(Tokens tokens, int first, int last) {
        int from = first;
        int to = tokens.isOneOf(last, "ASC", "DESC") ? last - 1 : last;
        while (from < to && tokens.isSymbol(from, "(") && tokens.isSymbol(to, ")")) {
            from++;
            to--;
        }
        // MariaDB takes a number that is bound to a "?" for a place, too; in MySQL it is a constant.
        return from == to
                && tokens.type(from) == TokenType.INTEGER
                && (!tokens.text(from).equals("?") || tokens.statement().rules().dialect() == SqlDialect.MARIADB);
    }
}
