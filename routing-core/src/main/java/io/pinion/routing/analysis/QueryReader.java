package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.DerivedTable;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StarItem;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.Limit;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.WithItem;
import org.jspecify.annotations.Nullable;

/** Reads the queries of one statement, wherever they stand in it, and keeps the data that all of its parts share. */
final class QueryReader {
    private final ParsedTree tree;
    private final String charset;
    private final Operands operands;
    private final RoleFinder roles;
    private final ConditionReader conditions;
    private final CommonTables commonTables;
    /** The blocks of common table expressions, by the tokens that define them. */
    private final Map<Integer, Integer> commonBlocks = new HashMap<>();

    private final Set<PlainSelect> united = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<TableUse> allTables = new ArrayList<>();
    private final List<QueryBlock> blocks = new ArrayList<>();
    private final List<SelectedItem> items = new ArrayList<>();
    private final List<StarItem> stars = new ArrayList<>();
    private final IdentityHashMap<Column, SelectedItem> itemOf = new IdentityHashMap<>();

    QueryReader(ParsedTree tree, String charset) {
        this.tree = tree;
        this.charset = charset;
        this.commonTables = new CommonTables(tree.tokens(), charset);
        this.operands = new Operands(tree);
        this.roles = new RoleFinder(tree, operands, this::readSelect);
        this.conditions = new ConditionReader(tree, operands, roles);
    }

    Operands operands() {
        return operands;
    }

    RoleFinder roles() {
        return roles;
    }

    ConditionReader conditions() {
        return conditions;
    }

    List<QueryBlock> blocks() {
        return blocks;
    }

    List<SelectedItem> items() {
        return items;
    }

    List<StarItem> stars() {
        return stars;
    }

    /** The select item around a column; null elsewhere. */
    @Nullable
    SelectedItem itemOf(Column column) {
        return itemOf.get(column);
    }

    /** The block of a statement that changes rows. */
    void addChangeBlock(FromReader from) {
        blocks.add(new QueryBlock(0, -1, from.tables(), from.derived(), false, false, null, from.natural()));
    }

    /** Reads the parts that belong to no block: unions and common table expressions. */
    void readSelect(@Nullable Select select) {
        if (select == null) {
            return;
        }
        readCommonTables(select.getWithItemsList());
        switch (select) {
            case SetOperationList list -> {
                list.getSelects().forEach(this::unite);
                sortedByResult(list.getOrderByElements());
            }
            case ParenthesedSelect inner -> {
                readSelect(inner.getSelect());
                sortedByResult(inner.getOrderByElements());
            }
            default -> {}
        }
    }

    private void unite(Select branch) {
        if (branch instanceof PlainSelect plain) {
            united.add(plain);
        } else if (branch instanceof ParenthesedSelect inner && inner.getSelect() instanceof PlainSelect plain) {
            united.add(plain);
        }
        readSelect(branch);
    }

    void readCommonTables(@Nullable List<WithItem<?>> items) {
        if (items != null) {
            for (WithItem<?> item : items) {
                boolean named = item.getWithItemList() != null || item.isRecursive();
                int block = named ? DerivedTable.UNKNOWN : tree.blockOfQuery(item.getParenthesedStatement());
                Span query = block == DerivedTable.UNKNOWN ? null : tree.span(tree.select(block));
                if (query != null) {
                    commonBlocks.put(commonTables.around(tree.tokens().at(query.from())), block);
                }
            }
        }
    }

    /** The block of the common table expression that a table use names; {@link FromReader#TABLE} for a table. */
    private int commonBlock(TableUse use) {
        int defined = commonTables.meant(tree.tokens().at(use.nameSpan().from()));
        return defined == CommonTables.NONE
                ? FromReader.TABLE
                : commonBlocks.getOrDefault(defined, DerivedTable.UNKNOWN);
    }

    private void sortedByResult(@Nullable List<OrderByElement> elements) {
        if (elements != null) {
            for (OrderByElement element : elements) {
                roles.setIfColumn(element.getExpression(), new Role.ResultSortedBy());
            }
        }
    }

    /** @param parent the block around it, or -1 */
    void readBlock(PlainSelect select, int number, int parent) {
        FromReader from = from(number);
        from.read(select.getFromItem(), select.getJoins());
        nestedSelects(select.getFromItem(), select.getJoins());
        conditions.restrict(number, select.getWhere(), from.numbers());
        roles.read(select.getWhere());
        roles.read(select.getHaving());
        filtered(select.getHaving());
        readItems(select.getSelectItems(), number);
        if (select.getGroupBy() != null && select.getGroupBy().getGroupByExpressionList() != null) {
            for (Expression element : select.getGroupBy().getGroupByExpressionList()) {
                roles.setOrRead(element, new Role.GroupedBy());
            }
        }
        readSorting(select.getOrderByElements());
        blocks.add(new QueryBlock(
                number,
                parent,
                from.tables(),
                from.derived(),
                select.getDistinct() != null,
                united.contains(select),
                rowCount(select),
                from.natural()));
    }

    private @Nullable Operand rowCount(PlainSelect select) {
        Limit limit = select.getLimit();
        return limit == null || limit.getRowCount() == null ? null : operands.read(limit.getRowCount());
    }

    /** A reader for the tables of a block that is added afterwards. */
    FromReader from(int block) {
        return new FromReader(tree, charset, this::commonBlock, allTables, conditions, roles, block);
    }

    void nestedSelects(@Nullable FromItem first, @Nullable List<Join> joins) {
        if (first instanceof Select select) {
            readSelect(select);
        }
        if (joins != null) {
            for (Join join : joins) {
                if (join.getFromItem() instanceof Select select) {
                    readSelect(select);
                }
            }
        }
    }

    /** In HAVING, a column that stands in an expression only may mean a select item. */
    private void filtered(@Nullable Expression having) {
        if (having == null) {
            return;
        }
        Span span = tree.span(having);
        if (span != null) {
            tree.columnsIn(span).forEach(column -> roles.set(column, new Role.Filtered()));
        }
    }

    void readSorting(@Nullable List<OrderByElement> elements) {
        if (elements != null) {
            for (OrderByElement element : elements) {
                roles.setOrRead(element.getExpression(), new Role.SortedBy());
            }
        }
    }

    /** Reads a select list, or that of RETURNING, whose block is the statement's own. */
    void readItems(List<? extends SelectItem<?>> list, int block) {
        for (SelectItem<?> item : list) {
            readItem(item, block);
        }
    }

    private void readItem(SelectItem<?> item, int block) {
        Span span = tree.span(item);
        if (span == null) {
            throw new UnreadableException("the select item " + item);
        }
        Expression expression = item.getExpression();
        switch (expression) {
            case AllTableColumns star -> {
                Tokens tokens = tree.tokens();
                int last = tokens.at(span.to()) - 1;
                stars.add(new StarItem(block, tokens.name(last - 2, charset), span));
            }
            case AllColumns star -> stars.add(new StarItem(block, null, span));
            default -> {
                String alias = item.getAlias() == null
                        ? null
                        : tree.text().name(item.getAlias().getName());
                Column column = expression instanceof Column bare ? bare : null;
                SelectedItem selected = new SelectedItem(block, span, alias, column != null);
                items.add(selected);
                if (column != null) {
                    roles.set(column, new Role.Selected());
                } else {
                    roles.read(expression);
                }
                claimColumns(selected, span);
            }
        }
    }

    private void claimColumns(SelectedItem item, Span span) {
        for (Column column : tree.columnsIn(span)) {
            // An inner block's items are read later and replace the outer's as the items of their columns.
            itemOf.put(column, item);
        }
    }
}
