package io.pinion.routing.planner.keyspace;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.ResultFacts;
import io.pinion.routing.analysis.facts.ResultFacts.Element;
import io.pinion.routing.analysis.facts.ResultFacts.ResultColumn;
import io.pinion.routing.analysis.facts.ResultFacts.Sorting;
import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StarItem;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.merge.Aggregate;
import io.pinion.routing.merge.AggregateFunction;
import io.pinion.routing.merge.AggregateFunction.Input;
import io.pinion.routing.merge.Comparison;
import io.pinion.routing.merge.Grouping;
import io.pinion.routing.merge.Key;
import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.merge.SortKey;
import io.pinion.routing.planner.names.IdEdits;
import io.pinion.routing.planner.names.ItemTitles;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.planner.shard.UnshownDigits;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.template.UnplannableException;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Plans the merge of a SELECT each of whose rows is of one shard: the hidden columns for each shard to return, and the
 * steps of the merge. Used once.
 *
 * <p>A merge is planned only when it is certainly exact: rows are compared by columns of a known type, as a server
 * would compare them.
 */
final class MergePlanning {
    private static final String ALL_ROWS = "18446744073709551615";

    /** The most decimals of MySQL's DECIMAL. */
    private static final int MOST_DECIMALS = 30;

    private final Tokens tokens;
    private final StatementFacts facts;
    private final ResultFacts result;
    private final Names names;
    private final TableUse root;
    private final Edits edits;
    private final boolean groupsAreWhole;
    /** The hidden columns in their order, by their text. */
    private final Map<List<Piece>, Integer> hidden = new LinkedHashMap<>();

    /** The places of the select list's elements among the columns of the answer; empty until one is asked for. */
    private final Map<SelectedItem, Integer> places = new HashMap<>();

    private final List<Aggregate> aggregates = new ArrayList<>();
    private int visible;
    /** Whether the statement may have unshown digits anywhere; null until it is asked for. */
    private @Nullable Boolean anywhereUnshown;

    /** The purpose of a key. */
    private enum Clause {
        GROUP_BY("GROUP BY"),
        DISTINCT("DISTINCT"),
        ORDER_BY("ORDER BY");

        private final String text;

        Clause(String text) {
            this.text = text;
        }
    }

    /**
     * @param root the table whose rows decide the shard; no result row is without one
     * @param edits those for a shard's text; hidden columns are added
     * @param groupsAreWhole all rows of a group are on one shard
     */
    MergePlanning(PlanningContext context, ResultFacts result, TableUse root, Edits edits, boolean groupsAreWhole) {
        this.tokens = context.tokens();
        this.root = root;
        this.facts = context.facts();
        this.result = result;
        this.names = context.names();
        this.edits = edits;
        this.groupsAreWhole = groupsAreWhole;
    }

    MultiShardStrategy strategy() {
        try {
            return plan();
        } catch (UnplannableException e) {
            return new MultiShardStrategy.Impossible(e.refused().reason());
        }
    }

    private MultiShardStrategy plan() {
        visible = countColumns();
        boolean groups = result.aggregates() && !groupsAreWhole;
        if (result.filtersGroups() && !groupsAreWhole) {
            throw unsupported("HAVING filters groups whose rows are on several of them");
        }
        for (ResultColumn column : result.columns()) {
            if (column instanceof ResultColumn.Expression(var item, boolean overRows, boolean window)
                    && (window || (overRows && !groupsAreWhole))) {
                throw unsupported(
                        (window ? "a window function" : "an expression over rows") + " needs the rows of all of them");
            }
        }
        if (groups && result.grouping().isEmpty() && result.columns().stream().anyMatch(this::isOfSomeRow)) {
            throw unsupported("a column beside aggregates is one of any row, and some of them may have none");
        }
        Optional<Grouping> grouping = groups ? Optional.of(grouping()) : Optional.empty();
        List<Key> distinct = result.distinct() ? distinct(groups) : List.of();
        List<SortKey> order = result.sorting().stream().map(this::sortKey).toList();
        // Hidden columns stand behind the last item's name.
        ItemTitles.keepOfValues(tokens, facts, edits);
        insertHidden();
        int offset = anchor(result.offset());
        int rowCount = anchor(result.rowCount());
        limitEach(groups);
        boolean inTurn = !groups && distinct.isEmpty() && !order.isEmpty() && beginsWithRootId();
        MergePlan merge = new MergePlan(hidden.size(), grouping, distinct, order, inTurn, RowLimit.NONE);
        boolean counted =
                visible >= 0 && (merge.hiddenColumns() > 0 || groups || !distinct.isEmpty() || !order.isEmpty());
        return new MultiShardStrategy.Rows(
                edits.inOrder(), merge, counted ? visible + hidden.size() : -1, offset, rowCount);
    }

    /** Whether the element shows columns of a row, which a shard without rows doesn't have. */
    private boolean isOfSomeRow(ResultColumn column) {
        return switch (column) {
            case ResultColumn.Star star -> true;
            case ResultColumn.Plain plain -> true;
            case ResultColumn.Aggregated aggregated -> false;
            case ResultColumn.Expression(var item, boolean overRows, boolean window) ->
                facts.columns().stream()
                        .anyMatch(use -> item.span().from() <= use.span().from()
                                && use.span().to() <= item.span().to());
        };
    }

    // --- columns

    /** The number of columns that the client sees; -1 when a table of {@code *} has unknown columns. */
    private int countColumns() {
        int count = 0;
        for (ResultColumn column : result.columns()) {
            int more = column instanceof ResultColumn.Star(StarItem star) ? width(star) : 1;
            if (more < 0) {
                return -1;
            }
            count += more;
        }
        return count;
    }

    private int width(StarItem star) {
        if (star.qualifier() == null && !facts.blocks().get(0).derived().isEmpty()) {
            return -1;
        }
        int width = 0;
        for (TableUse use : facts.blocks().get(0).tables()) {
            if (star.qualifier() == null || use.label().equals(star.qualifier())) {
                int columns = (int) names.table(use).columns().stream()
                        .filter(column -> !column.isInvisible())
                        .count();
                if (columns == 0 || facts.blocks().get(0).natural()) {
                    return -1;
                }
                width += columns;
            }
        }
        return width;
    }

    /** The place of an element of the select list among the columns of the answer. */
    private int indexOf(SelectedItem wanted) {
        if (places.isEmpty()) {
            findPlaces();
        }
        Integer index = places.get(wanted);
        if (index == null) {
            throw new IllegalStateException("an item of another select list");
        }
        return index;
    }

    private void findPlaces() {
        int index = 0;
        for (ResultColumn column : result.columns()) {
            SelectedItem item = itemOf(column);
            if (item != null) {
                places.putIfAbsent(item, index);
            }
            index += column instanceof ResultColumn.Star(StarItem star) ? width(star) : 1;
        }
    }

    private static @Nullable SelectedItem itemOf(ResultColumn column) {
        return switch (column) {
            case ResultColumn.Star star -> null;
            case ResultColumn.Plain(var item, var span) -> item;
            case ResultColumn.Aggregated(var item, var function, var argument) -> item;
            case ResultColumn.Expression(var item, boolean overRows, boolean window) -> item;
        };
    }

    private void mustKnowColumns() {
        if (visible < 0) {
            throw unsupported("the columns of * aren't known: name the columns");
        }
    }

    /** Adds a hidden column; returns its index. */
    private int hide(List<Piece> pieces) {
        mustKnowColumns();
        Integer known = hidden.putIfAbsent(pieces, hidden.size());
        return visible + (known == null ? hidden.size() - 1 : known);
    }

    private void insertHidden() {
        if (hidden.isEmpty()) {
            return;
        }
        int end = -1;
        for (ResultColumn column : result.columns()) {
            SelectedItem item = itemOf(column);
            end = item == null
                    ? ((ResultColumn.Star) column).star().span().to()
                    : item.span().to();
        }
        List<Piece> pieces = new ArrayList<>();
        hidden.forEach((value, number) -> {
            pieces.add(Fixed.of(", "));
            pieces.addAll(value);
            // With a name of its own, so that an alias elsewhere in the statement can't mean it.
            pieces.add(Fixed.of(" AS pinion_key_" + (number + 1)));
        });
        edits.insert(end, pieces.toArray(Piece[]::new));
    }

    // --- keys

    /** A key by a column of a table: by the select item that shows it, if its text decides, or by a hidden column. */
    private Key keyOf(ColumnUse use, @Nullable SelectedItem shownBy, Clause clause) {
        mustKnowColumns();
        ColumnOrder order = orderOf(use, clause);
        if (order.isByText()) {
            SelectedItem shown = shownBy == null ? shownBy(use) : shownBy;
            int index = shown == null ? hide(columnPieces(use)) : indexOf(shown);
            return new Key(use.name(), index, order.comparison());
        }
        return hiddenKey(use.name(), order, columnPieces(use));
    }

    private Key hiddenKey(String name, ColumnOrder order, List<Piece> value) {
        List<Piece> pieces = new ArrayList<>();
        pieces.add(Fixed.of(order.before()));
        pieces.addAll(value);
        pieces.add(Fixed.of(order.after()));
        int index = hide(pieces);
        Comparison comparison = order.space().isEmpty()
                ? order.comparison()
                : new Comparison.Padded(hide(List.of(Fixed.of(order.space()))));
        return new Key(name, index, comparison);
    }

    /** The column as a shard knows it; for an object's id the number that clients know. */
    private List<Piece> columnPieces(ColumnUse use) {
        if (!(names.owner(use) instanceof Names.Owner.Of(var table, Table.ObjectTable object)
                && Names.isObjectId(use, object))) {
            return edits.piecesOf(use.span());
        }
        boolean qualified = use.nameSpan().from() > use.span().from();
        return IdEdits.id(
                object,
                qualified
                        ? edits.piecesOf(
                                new Span(use.span().from(), use.nameSpan().from()))
                        : List.of());
    }

    private ColumnOrder orderOf(ColumnUse use, Clause clause) {
        if (names.owner(use) instanceof Names.Owner.Of(var table, var owner)) {
            if (Names.isObjectId(use, owner) || isIdColumn(use, owner)) {
                return new ColumnOrder(Comparison.NUMERIC, "", "", "");
            }
            Column column = owner.column(use.name());
            if (column != null) {
                ColumnOrder order = ColumnOrder.of(column)
                        .orElseThrow(() -> unsupported("values of " + use.name() + " (" + column.type()
                                + ") can only be compared by a server"));
                return clause == Clause.ORDER_BY
                        ? order
                        : order.ofEquality(column, tokens.statement().rules().dialect());
            }
        }
        throw unsupported("the type of column " + use.name() + " isn't known, so its values can't be compared");
    }

    private static boolean isIdColumn(ColumnUse use, Table owner) {
        return owner instanceof Table.MappingTable mapping
                && mapping.idColumns().stream().anyMatch(use.name()::equalsIgnoreCase)
                && owner.column(use.name()) == null;
    }

    /** The select item that shows this very column, or null. */
    private @Nullable SelectedItem shownBy(ColumnUse use) {
        for (ResultColumn column : result.columns()) {
            if (column instanceof ResultColumn.Plain(var item, Span span)) {
                ColumnUse shown = names.columnAt(span);
                if (shown != null && isSame(shown, use)) {
                    return item;
                }
            }
        }
        return null;
    }

    private boolean isSame(ColumnUse one, ColumnUse other) {
        return one.name().equalsIgnoreCase(other.name())
                && names.owner(one) instanceof Names.Owner.Of(var ofOne, var first)
                && names.owner(other) instanceof Names.Owner.Of(var ofOther, var second)
                && ofOne.number() == ofOther.number();
    }

    // --- groups

    private Grouping grouping() {
        List<Key> keys = result.grouping().stream().map(this::groupKey).toList();
        for (ResultColumn column : result.columns()) {
            if (column instanceof ResultColumn.Aggregated aggregated) {
                aggregates.add(aggregate(aggregated));
            }
        }
        return new Grouping(keys, aggregates);
    }

    private Key groupKey(Element element) {
        return switch (element) {
            case Element.Named(Span span) -> {
                ColumnUse use = use(span);
                // GROUP BY knows the columns of tables before those of the select list.
                if (names.owner(use) instanceof Names.Owner.Of) {
                    yield keyOf(use, null, Clause.GROUP_BY);
                }
                yield keyOfItem(itemNamed(use), Clause.GROUP_BY);
            }
            case Element.Position(int position) -> keyOfItem(itemAt(position), Clause.GROUP_BY);
            case Element.Expression expression ->
                throw unsupported("GROUP BY an expression needs the rows of all of them");
        };
    }

    private Key keyOfItem(ResultColumn column, Clause clause) {
        if (column instanceof ResultColumn.Plain(var item, Span span)) {
            return keyOf(use(span), item, clause);
        }
        throw unsupported(clause.text + " by an expression needs the rows of all of them");
    }

    private Aggregate aggregate(ResultColumn.Aggregated aggregated) {
        mustKnowColumns();
        int index = indexOf(aggregated.item());
        String name = nameOf(aggregated);
        AggregateFunction function = AggregateFunction.of(aggregated.function())
                .orElseThrow(() -> unsupported(aggregated.function() + " needs the rows of all of them"));
        Aggregate aggregate = Aggregate.of(function, name, index);
        for (Input input : function.inputs()) {
            aggregate = switch (input) {
                case SUM, COUNT -> aggregate.with(input, hide(call(input.name(), aggregated.argument())));
                case EXACT_SUM -> aggregate.with(input, exactSum(aggregated.argument(), aggregate.input(Input.SUM)));
                case KEY -> aggregate.by(extremeKey(aggregated, index));
            };
        }
        return aggregate;
    }

    private List<Piece> call(String function, Span argument) {
        List<Piece> pieces = new ArrayList<>();
        pieces.add(Fixed.of(function + "("));
        pieces.addAll(edits.piecesOf(argument));
        pieces.add(Fixed.of(")"));
        return pieces;
    }

    /**
     * The column of a sum with all digits that a server would add; {@code shown}, the sum's own, when none are hidden.
     * A server shows the hidden digits when it adds a zero of the most decimals to the sum.
     */
    private int exactSum(Span argument, int shown) {
        if (!hasUnshownDigits(argument)) {
            return shown;
        }
        List<Piece> pieces = new ArrayList<>(call("SUM", argument));
        pieces.add(Fixed.of(" + 0." + "0".repeat(MOST_DECIMALS)));
        return hide(pieces);
    }

    /** A column that isn't a table's may be the result of any query in the statement. */
    private boolean hasUnshownDigits(Span argument) {
        if (names.columnsIn(argument).allMatch(use -> names.owner(use) instanceof Names.Owner.Of)) {
            return UnshownDigits.mayBeIn(tokens, tokens.at(argument.from()), tokens.at(argument.to()));
        }
        if (anywhereUnshown == null) {
            anywhereUnshown = UnshownDigits.mayBeIn(tokens);
        }
        return anywhereUnshown;
    }

    private Key extremeKey(ResultColumn.Aggregated aggregated, int index) {
        ColumnUse use = names.columnAt(trimmed(aggregated.argument()));
        if (use == null) {
            throw unsupported(aggregated.function() + " of an expression, whose type isn't known,"
                    + " needs the rows of all of them");
        }
        ColumnOrder order = orderOf(use, Clause.ORDER_BY);
        // MIN and MAX compare ENUM and SET as the strings that they show, ORDER BY as numbers (the manual, "MAX()").
        if (order.after().equals(" + 0")) {
            throw unsupported(aggregated.function() + " of a column of this type needs the rows of all of them");
        }
        return order.isByText()
                ? new Key(use.name(), index, order.comparison())
                : hiddenKey(use.name(), order, call(aggregated.function(), aggregated.argument()));
    }

    /** The argument without parentheses' blanks around the column. */
    private Span trimmed(Span argument) {
        return names.columnsIn(argument)
                .filter(use -> use.block() == 0
                        && edits.isBlank(argument.from(), use.span().from())
                        && edits.isBlank(use.span().to(), argument.to()))
                .map(ColumnUse::span)
                .findFirst()
                .orElse(argument);
    }

    private String nameOf(ResultColumn.Aggregated aggregated) {
        SelectedItem item = aggregated.item();
        return item.alias() == null
                ? aggregated.function().toLowerCase(Locale.ROOT) + " " + (indexOf(item) + 1)
                : item.alias();
    }

    // --- repetitions, order

    private List<Key> distinct(boolean groups) {
        if (groups) {
            throw unsupported("DISTINCT over groups needs the rows of all of them");
        }
        List<Key> keys = new ArrayList<>();
        for (ResultColumn column : result.columns()) {
            keys.add(keyOfItem(column, Clause.DISTINCT));
        }
        return keys;
    }

    private SortKey sortKey(Sorting sorting) {
        Key key = sortKey(sorting.by());
        return key.comparison() instanceof Comparison.Padded
                ? new SortKey(key, sorting.descending(), valueOf(sorting.by()))
                : new SortKey(key, sorting.descending());
    }

    /** Weight strings of a padding collation sort otherwise than the text, so the column of the text is used. */
    private int valueOf(Element element) {
        ColumnUse use = columnOf(element);
        if (use == null) {
            return -1;
        }
        SelectedItem shown = shownBy(use);
        if (shown != null) {
            return indexOf(shown);
        }
        return result.aggregates() ? -1 : hide(columnPieces(use));
    }

    /**
     * Whether the order begins with the root's id. An id begins with its shard, so all ids of one shard are less than
     * those of the next.
     */
    private boolean beginsWithRootId() {
        ColumnUse use = columnOf(result.sorting().getFirst().by());
        return use != null
                && names.owner(use) instanceof Names.Owner.Of(var table, Table.ObjectTable object)
                && table.equals(root)
                && Names.isObjectId(use, object);
    }

    private @Nullable ColumnUse columnOf(Element element) {
        return switch (element) {
            case Element.Named(Span span) -> {
                ColumnUse use = use(span);
                ResultColumn named = use.qualifier() == null ? itemAliased(use.name()) : null;
                yield named == null ? use : columnOf(named);
            }
            case Element.Position(int position) -> columnOf(itemAt(position));
            case Element.Expression expression -> null;
        };
    }

    private @Nullable ColumnUse columnOf(ResultColumn column) {
        return column instanceof ResultColumn.Plain(var item, Span span) ? use(span) : null;
    }

    private Key sortKey(Element element) {
        return switch (element) {
            case Element.Named(Span span) -> {
                ColumnUse use = use(span);
                ResultColumn named = use.qualifier() == null ? itemAliased(use.name()) : null;
                if (named != null) {
                    yield sortKeyOf(named);
                }
                if (result.distinct() && shownBy(use) == null) {
                    throw unsupported("DISTINCT is sorted by what it doesn't select");
                }
                yield keyOf(use, null, Clause.ORDER_BY);
            }
            case Element.Position(int position) -> sortKeyOf(itemAt(position));
            case Element.Expression expression ->
                throw unsupported("ORDER BY an expression needs the rows of all of them");
        };
    }

    private Key sortKeyOf(ResultColumn column) {
        if (!(column instanceof ResultColumn.Aggregated aggregated)) {
            return keyOfItem(column, Clause.ORDER_BY);
        }
        mustKnowColumns();
        int index = indexOf(aggregated.item());
        return switch (aggregated.function()) {
            case "MIN", "MAX" -> extremeKey(aggregated, index);
            default -> new Key(nameOf(aggregated), index, Comparison.NUMERIC);
        };
    }

    private ColumnUse use(Span span) {
        ColumnUse use = names.columnAt(span);
        if (use == null) {
            throw unsupported("a column's place in the text isn't known");
        }
        return use;
    }

    private ResultColumn itemNamed(ColumnUse use) {
        ResultColumn named = use.qualifier() == null ? itemAliased(use.name()) : null;
        if (named == null) {
            throw unsupported("the column " + use.name() + " isn't known, so its values can't be compared");
        }
        return named;
    }

    /** Null when no item has this alias. */
    private @Nullable ResultColumn itemAliased(String alias) {
        for (ResultColumn column : result.columns()) {
            SelectedItem item = itemOf(column);
            if (item != null && alias.equalsIgnoreCase(item.alias())) {
                return column;
            }
        }
        return null;
    }

    private ResultColumn itemAt(int position) {
        boolean known = position >= 1
                && position <= result.columns().size()
                && result.columns().subList(0, position).stream().noneMatch(ResultColumn.Star.class::isInstance);
        if (!known) {
            throw unsupported("the place " + position + " isn't one of the select list as it is written");
        }
        return result.columns().get(position - 1);
    }

    // --- limit

    private static int anchor(@Nullable Operand operand) {
        return switch (operand) {
            case null -> -1;
            case Operand.Constant(int anchor, boolean negative, Span span) when !negative -> anchor;
            default -> throw unsupported("its LIMIT is no plain number");
        };
    }

    /**
     * The LIMIT of each shard: it may have all the wanted rows, those of OFFSET included. Groups have none, since a
     * shard may have any part.
     */
    private void limitEach(boolean groups) {
        if (!(result.rowCount() instanceof Operand.Constant count)) {
            return;
        }
        if (result.offset() instanceof Operand.Constant offset) {
            edits.replace(offset.span(), Fixed.of("0"));
            edits.replace(
                    count.span(), groups ? Fixed.of(ALL_ROWS) : new Piece.RowsOfEach(offset.anchor(), count.anchor()));
        } else if (groups) {
            edits.replace(count.span(), Fixed.of(ALL_ROWS));
        }
    }
}
