package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.ResultFacts;
import io.pinion.routing.analysis.facts.ResultFacts.Element;
import io.pinion.routing.analysis.facts.ResultFacts.ResultColumn;
import io.pinion.routing.analysis.facts.ResultFacts.Sorting;
import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StarItem;
import io.pinion.routing.merge.AggregateFunction;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Limit;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.jspecify.annotations.Nullable;

/** Reads what the SELECT that is the statement makes of its rows: columns, groups, order and limit. */
final class ResultReader {
    private static final int NO_POSITION = -1;
    /** This many digits always fit an int. */
    private static final int MAX_POSITION_DIGITS = 9;

    private final ParsedTree tree;
    private final Operands operands;
    private final Map<Span, SelectedItem> items = new HashMap<>();
    private final Map<Span, StarItem> stars = new HashMap<>();

    /**
     * @param items the select items of all blocks, of which those of block 0 count
     * @param stars the stars of all blocks
     */
    ResultReader(ParsedTree tree, Operands operands, List<SelectedItem> items, List<StarItem> stars) {
        this.tree = tree;
        this.operands = operands;
        items.stream().filter(item -> item.block() == 0).forEach(item -> this.items.putIfAbsent(item.span(), item));
        stars.stream().filter(star -> star.block() == 0).forEach(star -> this.stars.putIfAbsent(star.span(), star));
    }

    /** Empty when the SELECT has clauses that {@link ResultFacts} doesn't represent. */
    Optional<ResultFacts> read(PlainSelect select) {
        boolean usual = select.getQualify() == null
                && select.getWindowDefinitions() == null
                && select.getFetch() == null
                && select.getTop() == null
                && select.getIntoTables() == null
                && select.getMySqlSelectIntoClause() == null
                && (select.getDistinct() == null || select.getDistinct().getOnSelectItems() == null)
                && (select.getGroupBy() == null
                        || (!select.getGroupBy().isMysqlWithRollup()
                                && select.getGroupBy().getGroupingSets().isEmpty()))
                && (select.getLimit() == null || select.getLimit().getByExpressions() == null);
        if (!usual) {
            return Optional.empty();
        }
        Limit limit = select.getLimit();
        Expression offset =
                select.getOffset() != null ? select.getOffset().getOffset() : limit == null ? null : limit.getOffset();
        return Optional.of(new ResultFacts(
                columns(select),
                select.getDistinct() != null,
                select.getGroupBy() == null || select.getGroupBy().getGroupByExpressionList() == null
                        ? List.of()
                        : select.getGroupBy().getGroupByExpressionList().stream()
                                .map(this::element)
                                .toList(),
                select.getHaving() != null,
                sorting(select.getOrderByElements()),
                offset == null ? null : operands.read(offset),
                limit == null || limit.getRowCount() == null ? null : operands.read(limit.getRowCount())));
    }

    private List<ResultColumn> columns(PlainSelect select) {
        List<ResultColumn> columns = new ArrayList<>();
        for (SelectItem<?> item : select.getSelectItems()) {
            Span span = tree.span(item);
            if (span == null) {
                throw new UnreadableException("the select item " + item);
            }
            columns.add(column(item.getExpression(), span));
        }
        return columns;
    }

    private ResultColumn column(Expression expression, Span span) {
        StarItem star = stars.get(span);
        if (star != null) {
            return new ResultColumn.Star(star);
        }
        SelectedItem item = items.get(span);
        if (item == null) {
            throw new UnreadableException("the select item " + expression);
        }
        if (expression instanceof Column) {
            Span column = tree.span(expression);
            return column == null || isMadeBinary(column)
                    ? new ResultColumn.Expression(item, false, false)
                    : new ResultColumn.Plain(item, column);
        }
        ResultColumn aggregated = expression instanceof Function function ? aggregated(function, item) : null;
        return aggregated == null
                ? new ResultColumn.Expression(
                        item,
                        has(span, token -> Aggregates.isCall(tree.tokens(), token)),
                        has(span, token -> tree.tokens().isWord(token, "OVER")))
                : aggregated;
    }

    /** {@code BINARY name} compares as bytes. The parser doesn't know the operator, so it gets the name alone. */
    private boolean isMadeBinary(Span column) {
        Tokens tokens = tree.tokens();
        return tokens.isWord(tokens.at(column.from()) - 1, "BINARY");
    }

    /** Decided by the tokens, since the parser has several trees for one meaning. */
    private @Nullable ResultColumn aggregated(Function function, SelectedItem item) {
        Span span = tree.span(function);
        if (span == null) {
            return null;
        }
        Tokens tokens = tree.tokens();
        int name = tokens.at(span.from());
        int last = tokens.at(span.to()) - 1;
        String upper = tokens.upper(name);
        boolean simple = AggregateFunction.of(upper).isPresent()
                && tokens.isSymbol(name + 1, "(")
                && tokens.isSymbol(last, ")")
                && tokens.closing(name + 1) == last
                && !isSeveral(tokens, name + 2, last)
                && !tokens.isWord(name + 2, "DISTINCT")
                && !tokens.isWord(name + 2, "UNIQUE")
                && !tokens.isWord(name + 2, "ALL");
        return simple
                ? new ResultColumn.Aggregated(item, upper, new Span(tokens.start(name + 2), tokens.start(last)))
                : null;
    }

    /**
     * Whether a call has not exactly one argument. Only COUNT takes several, with DISTINCT; without one there is
     * nothing to merge.
     */
    private static boolean isSeveral(Tokens tokens, int from, int to) {
        for (int token = from; token < to; token = tokens.next(token)) {
            if (tokens.isSymbol(token, ",")) {
                return true;
            }
        }
        return from >= to;
    }

    /** Whether a token that {@code wanted} accepts stands in the text, subqueries in it aside. */
    private boolean has(Span span, IntPredicate wanted) {
        Tokens tokens = tree.tokens();
        for (int token = tokens.at(span.from()); token < tokens.count() && tokens.end(token) <= span.to(); token++) {
            if (wanted.test(token) && tree.blockAt(tokens.start(token)) == 0) {
                return true;
            }
        }
        return false;
    }

    private List<Sorting> sorting(@Nullable List<OrderByElement> elements) {
        List<Sorting> sorting = new ArrayList<>();
        if (elements != null) {
            for (OrderByElement element : elements) {
                if (element.isMysqlWithRollup() || element.getNullOrdering() != null) {
                    throw new UnreadableException("this ORDER BY");
                }
                sorting.add(new Sorting(element(element.getExpression()), !element.isAsc()));
            }
        }
        return sorting;
    }

    private Element element(Expression expression) {
        Column column = Operands.column(expression);
        Span span = column == null ? null : tree.span(column);
        if (span != null) {
            return isMadeBinary(span) ? new Element.Expression() : new Element.Named(span);
        }
        int position = expression instanceof LongValue ? position(tree.span(expression)) : NO_POSITION;
        return position == NO_POSITION ? new Element.Expression() : new Element.Position(position);
    }

    /**
     * The number in the text, since the parser got another. The value bound to a {@code ?} is an ordinal in MariaDB and
     * a constant in MySQL.
     */
    private int position(@Nullable Span span) {
        if (span == null) {
            return NO_POSITION;
        }
        Tokens tokens = tree.tokens();
        int token = tokens.at(span.from());
        boolean plain = tokens.type(token) == TokenType.INTEGER
                && tokens.start(token) == span.from()
                && tokens.end(token) - span.from() <= MAX_POSITION_DIGITS
                && !tokens.text(token).equals("?");
        return plain ? Integer.parseInt(tokens.text(token)) : NO_POSITION;
    }
}
