package io.pinion.routing.planner.dml;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.planner.dml.Assignments.Assignment;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.template.UnplannableException;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TokenType;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbers that stand for columns in the ORDER BY of an UPDATE or DELETE. The query that finds the rows has other
 * columns, so the numbers can't stay. In a DELETE, and in an UPDATE on MySQL, no number is valid; MariaDB counts the
 * columns that an UPDATE assigns.
 */
record OrderPlaces(Tokens tokens, List<Integer> places) {
    private static final int NONE = -1;

    /** @param conditions the first token of WHERE, ORDER BY or LIMIT, or the end */
    static OrderPlaces of(Tokens tokens, int conditions) {
        List<Integer> places = new ArrayList<>();
        int order = conditions < tokens.count() ? tokens.outermost(conditions, "ORDER") : NONE;
        int limit = tokens.outermost(order, "LIMIT");
        int end = limit == NONE ? tokens.count() : limit;
        int depth = 0;
        int from = order + 2;
        for (int token = from; order != NONE && token <= end; token++) {
            if (token == end || (depth == 0 && tokens.isSymbol(token, ","))) {
                addPlace(tokens, from, token - 1, places);
                from = token + 1;
            } else {
                depth += tokens.isSymbol(token, "(") ? 1 : tokens.isSymbol(token, ")") ? -1 : 0;
            }
        }
        return new OrderPlaces(tokens, places);
    }

    private static void addPlace(Tokens tokens, int first, int last, List<Integer> places) {
        int from = first;
        int to = tokens.isOneOf(last, "ASC", "DESC") ? last - 1 : last;
        while (from < to && tokens.isSymbol(from, "(") && tokens.isSymbol(to, ")")) {
            from++;
            to--;
        }
        // MariaDB takes a number that is bound to a "?" for a place, too; in MySQL it is a constant.
        if (from == to
                && tokens.type(from) == TokenType.INTEGER
                && (!isBound(tokens, from) || tokens.statement().rules().dialect() == SqlDialect.MARIADB)) {
            places.add(from);
        }
    }

    private static boolean isBound(Tokens tokens, int token) {
        return tokens.text(token).equals("?");
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    /** @throws UnplannableException when a number stands for no column, with the servers' error */
    void check(boolean update, List<Assignment> assigned) {
        boolean counts = update && tokens.statement().rules().dialect() == SqlDialect.MARIADB;
        for (int place : places) {
            if (isBound(tokens, place)) {
                throw unsupported("a number that is bound to a ? in ORDER BY counts"
                        + " columns, and isn't taken where several shards are changed: write the column's name");
            }
            if (!counts || column(place, assigned) == NONE) {
                throw new UnplannableException(new RoutePlan.Refused(
                        1054, "42S22", "Unknown column '" + tokens.text(place) + "' in 'order clause'"));
            }
        }
    }

    /** A part of the text with the columns in place of their numbers. */
    List<Piece> named(Span span, Edits edits, List<Assignment> assigned) {
        List<Piece> pieces = new ArrayList<>();
        int from = span.from();
        for (int place : places) {
            if (tokens.start(place) >= from && tokens.end(place) <= span.to()) {
                Assignment column = assigned.get(column(place, assigned));
                pieces.add(edits.own(new Span(from, tokens.start(place))));
                pieces.add(Fixed.of(SqlNames.quoted(column.use().label()) + "."
                        + SqlNames.quoted(column.column().name())));
                from = tokens.end(place);
            }
        }
        pieces.add(edits.own(new Span(from, span.to())));
        return pieces;
    }

    /** The index of the assignment; -1 when there are fewer. */
    private int column(int place, List<Assignment> assigned) {
        String digits = tokens.text(place).replaceFirst("^0+", "");
        boolean few = digits.length() <= 4 && !digits.isEmpty();
        int number = few ? Integer.parseInt(digits) : 0;
        return number >= 1 && number <= assigned.size() ? number - 1 : NONE;
    }
}
