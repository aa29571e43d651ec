package io.pinion.routing.planner.gather;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.ResultFacts;
import io.pinion.routing.analysis.facts.ResultFacts.ResultColumn;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.shard.RowCounts;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.rewrite.Rewriter;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.rewrite.Values;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The prefetch of a few rows for a gathered join with LIMIT, if ORDER BY names columns of the table that is read first:
 * the article's page of a board needs 50 rows of the mapping, not all of them. The gather counts the resulting rows
 * before the statement runs, and reads all rows if they are too few.
 *
 * @param order from ORDER BY on; empty without
 * @param offset its anchor, or -1
 * @param rowCount its anchor
 * @param count the edits that make the statement count its rows without LIMIT
 */
record LimitPrefetch(List<Piece> order, int offset, int rowCount, List<Edit> count) {
    /** For more rows, reading twice costs more than it saves. */
    private static final long MOST = 10_000;

    /** The spare rows to read, since rows without a match don't count. */
    private static final int SPARE = 20;

    private static final List<String> BEHIND_CONDITIONS = List.of("ORDER", "LIMIT", "OFFSET", "FETCH");

    LimitPrefetch {
        order = List.copyOf(order);
        count = List.copyOf(count);
    }

    /**
     * @param first the table that is read first
     * @param counting the edits of the gathered statement, for its FROM and WHERE alone
     */
    static Optional<LimitPrefetch> of(
            Tokens tokens, StatementFacts facts, Names names, TableUse first, Edits counting) {
        ResultFacts result = facts.result().orElse(null);
        if (result == null
                || facts.blocks().size() != 1
                || first.nullable()
                || result.aggregates()
                || result.distinct()
                || result.filtersGroups()
                || tokens.statement().mentions(Mention.SQL_CALC_FOUND_ROWS)
                || result.columns().stream().anyMatch(LimitPrefetch::isWindow)
                || !(result.rowCount() instanceof Operand.Constant(int rowCount, boolean minus, Span span))) {
            return Optional.empty();
        }
        QueryBlock block = facts.blocks().getFirst();
        boolean joined = block.tables().size() > 1 && block.derived().isEmpty() && !block.natural();
        int offset =
                result.offset() instanceof Operand.Constant(int anchor, boolean negative, Span place) ? anchor : -1;
        boolean unread = result.offset() != null && offset < 0;
        List<Piece> order = new ArrayList<>();
        for (ResultFacts.Sorting sorting : result.sorting()) {
            ColumnUse column = columnOf(sorting.by(), facts, names, first);
            if (column == null) {
                return Optional.empty();
            }
            order.add(Fixed.of((order.isEmpty() ? " ORDER BY " : ", ")
                    + SqlNames.quoted(first.label()) + "." + SqlNames.quoted(column.name())
                    + (sorting.descending() ? " DESC" : "")));
        }
        int from = tokens.outermost(0, "FROM");
        return !joined || unread || from < 0
                ? Optional.empty()
                : Optional.of(new LimitPrefetch(order, offset, rowCount, counting(tokens, from, counting)));
    }

    private static boolean isWindow(ResultColumn column) {
        return column instanceof ResultColumn.Expression(var item, boolean overRows, boolean window) && window;
    }

    /** In ORDER BY, a name first means an element of the select list. */
    private static @Nullable ColumnUse columnOf(
            ResultFacts.Element element, StatementFacts facts, Names names, TableUse first) {
        ColumnUse column = element instanceof ResultFacts.Element.Named(Span span) ? names.columnAt(span) : null;
        boolean its = column != null
                && names.owner(column) instanceof Names.Owner.Of(var use, var table)
                && use.number() == first.number()
                && (column.qualifier() != null
                        || facts.items().stream()
                                .noneMatch(item -> column.name().equalsIgnoreCase(item.alias())));
        return its ? column : null;
    }

    private static List<Edit> counting(Tokens tokens, int from, Edits edits) {
        int end = tokens.outermost(
                token -> token >= from && BEHIND_CONDITIONS.stream().anyMatch(word -> tokens.isWord(token, word)));
        edits.replace(new Span(tokens.start(0), tokens.start(from)), Fixed.of("SELECT COUNT(*) "));
        edits.replace(new Span(tokens.start(end), tokens.end(tokens.count() - 1)));
        return edits.inOrder();
    }

    /** Empty when the rows of the table can't be read in this order, or would be too many. */
    Optional<RoutePlan.RowsAhead> plan(Request request, GatherRoute.Table table, Values values) {
        if (!RowCounts.isCount(request, offset) || !RowCounts.isCount(request, rowCount)) {
            return Optional.empty();
        }
        RowLimit limit = RowCounts.limit(request, offset, rowCount);
        if (limit.end() > MOST) {
            return Optional.empty();
        }
        long rows = 2 * limit.end() + SPARE;
        List<Piece> text = new ArrayList<>(table.text());
        text.addAll(order);
        text.add(Fixed.of(" LIMIT " + rows + table.end()));
        byte[] sql = Rewriter.compose(request.statement(), text, values);
        RoutePlan reading = request.replan(sql);
        return reading instanceof RoutePlan.FanOut || reading instanceof RoutePlan.SingleShard
                ? Optional.of(new RoutePlan.RowsAhead(
                        sql, rows, limit.end(), Rewriter.rewrite(request.statement(), count, values)))
                : Optional.empty();
    }
}
