package io.pinion.routing.analysis.facts;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps by which a SELECT, neither part of a UNION nor nested, makes its result of the rows it finds: groups,
 * DISTINCT, order and limit.
 *
 * @param columns the select list, in order
 * @param grouping the elements of GROUP BY
 * @param filtersGroups it has HAVING
 * @param offset of LIMIT; null without one
 * @param rowCount of LIMIT; null without one
 */
public record ResultFacts(
        List<ResultColumn> columns,
        boolean distinct,
        List<Element> grouping,
        boolean filtersGroups,
        List<Sorting> sorting,
        @Nullable Operand offset,
        @Nullable Operand rowCount) {
    public ResultFacts {
        columns = List.copyOf(columns);
        grouping = List.copyOf(grouping);
        sorting = List.copyOf(sorting);
    }

    /** One element of the select list. */
    public sealed interface ResultColumn {
        /** {@code *} or {@code p.*}. */
        record Star(StarItem star) implements ResultColumn {}

        /** Nothing but a column, whose use is found by {@code column}. */
        record Plain(SelectedItem item, Span column) implements ResultColumn {}

        /**
         * Nothing but an aggregate function of one argument, without DISTINCT.
         *
         * @param function in upper case
         * @param argument the text between its parentheses
         */
        record Aggregated(SelectedItem item, String function, Span argument) implements ResultColumn {}

        /**
         * @param overRows it contains an aggregate function
         * @param window it contains a window function
         */
        record Expression(SelectedItem item, boolean overRows, boolean window) implements ResultColumn {}
    }

    /** An element of GROUP BY or ORDER BY. */
    public sealed interface Element {
        /** A column, or the alias of an element of the select list. */
        record Named(Span column) implements Element {}

        /** The element of the select list at this place, counted from 1. */
        record Position(int position) implements Element {}

        record Expression() implements Element {}
    }

    public record Sorting(Element by, boolean descending) {}

    /** Whether aggregation makes one row of many. */
    public boolean aggregates() {
        return !grouping.isEmpty() || columns.stream().anyMatch(ResultFacts::isOverRows);
    }

    private static boolean isOverRows(ResultColumn column) {
        return switch (column) {
            case ResultColumn.Aggregated aggregated -> true;
            case ResultColumn.Expression(var item, boolean overRows, boolean window) -> overRows && !window;
            case ResultColumn.Star star -> false;
            case ResultColumn.Plain plain -> false;
        };
    }
}
