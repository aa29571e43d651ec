package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.select.WithItem;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.update.UpdateSet;
import net.sf.jsqlparser.statement.upsert.Upsert;
import org.jspecify.annotations.Nullable;

/** Turns one parsed statement into facts. Used once. */
final class FactsReader {
    private final ParsedTree tree;
    private final String charset;
    private final Operands operands;
    private final RoleFinder roles;
    private final Conditions conditions;
    private final Set<String> commonTables = new HashSet<>();
    private final Set<PlainSelect> united = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<TableUse> allTables = new ArrayList<>();
    private final List<QueryBlock> blocks = new ArrayList<>();
    private final List<SelectedItem> items = new ArrayList<>();
    private final List<StarItem> stars = new ArrayList<>();
    private final IdentityHashMap<Column, SelectedItem> itemOf = new IdentityHashMap<>();
    private final List<TableUse> targets = new ArrayList<>();
    private @Nullable InsertParts insert;
    private boolean returning;

    /** An INSERT before its columns have become uses. */
    private record InsertParts(
            TableUse table, List<Column> columns, boolean named, List<List<Operand>> rows, boolean fromQuery) {}

    FactsReader(ParsedTree tree, String charset) {
        this.tree = tree;
        this.charset = charset;
        this.operands = new Operands(tree);
        this.roles = new RoleFinder(tree, operands, this::readSelect);
        this.conditions = new Conditions(tree, operands, roles);
    }

    StatementFacts read() {
        readStatement(tree.statement());
        for (int i = 0; i < tree.selects().size(); i++) {
            readBlock(tree.selects().get(i), tree.firstBlock() + i, tree.parentOf(i));
        }
        List<ColumnUse> columns = new ArrayList<>();
        IdentityHashMap<Column, ColumnUse> uses = new IdentityHashMap<>();
        for (Column column : tree.columns()) {
            ColumnUse use = use(column);
            columns.add(use);
            uses.put(column, use);
        }
        Optional<InsertFacts> insertFacts = Optional.ofNullable(insert)
                .map(parts -> new InsertFacts(
                        parts.table(),
                        parts.columns().stream().map(uses::get).toList(),
                        parts.named(),
                        parts.rows(),
                        parts.fromQuery()));
        return new StatementFacts(
                blocks, columns, items, stars, conditions.restrictions(), targets, insertFacts, returning);
    }

    private void readStatement(Statement statement) {
        switch (statement) {
            case Select select -> readSelect(select);
            case Update update -> readUpdate(update);
            case Delete delete -> readDelete(delete);
            case Insert inserting -> readInsert(inserting);
            case Upsert upsert -> readUpsert(upsert);
            default -> throw new UnreadableException("a " + statement.getClass().getSimpleName());
        }
    }

    // --- what no block holds: unions, common table expressions

    private void readSelect(@Nullable Select select) {
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

    private void readCommonTables(@Nullable List<WithItem<?>> items) {
        if (items != null) {
            for (WithItem<?> item : items) {
                commonTables.add(Names.unquoted(item.getAliasName(), tree.text()));
            }
        }
    }

    private void sortedByResult(@Nullable List<OrderByElement> elements) {
        if (elements != null) {
            for (OrderByElement element : elements) {
                Column column = Operands.column(element.getExpression());
                if (column != null) {
                    roles.set(column, new Role.ResultSortedBy());
                }
            }
        }
    }

    // --- SELECT blocks

    private void readBlock(PlainSelect select, int number, int parent) {
        FromReader from = from(number);
        from.read(select.getFromItem(), select.getJoins());
        nestedSelects(select.getFromItem(), select.getJoins());
        conditions.restrict(number, select.getWhere(), from.numbers());
        roles.read(select.getWhere());
        roles.read(select.getHaving());
        filtered(select.getHaving());
        for (SelectItem<?> item : select.getSelectItems()) {
            readItem(item, number);
        }
        if (select.getGroupBy() != null && select.getGroupBy().getGroupByExpressionList() != null) {
            for (Expression element : select.getGroupBy().getGroupByExpressionList()) {
                groupedBy(element);
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
                from.natural()));
    }

    private FromReader from(int block) {
        return new FromReader(tree, charset, commonTables, allTables, conditions, roles, block);
    }

    private void nestedSelects(@Nullable FromItem first, @Nullable List<Join> joins) {
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

    private void groupedBy(Expression element) {
        Column column = Operands.column(element);
        if (column != null) {
            roles.set(column, new Role.GroupedBy());
        } else {
            roles.read(element);
        }
    }

    /** In HAVING a column that only stands in an expression may mean a select item. */
    private void filtered(@Nullable Expression having) {
        if (having == null) {
            return;
        }
        Span span = tree.span(having);
        for (Column column : tree.columns()) {
            Span place = tree.span(column);
            if (span != null && place != null && place.from() >= span.from() && place.to() <= span.to()) {
                roles.set(column, new Role.Filtered());
            }
        }
    }

    private void readSorting(@Nullable List<OrderByElement> elements) {
        if (elements != null) {
            for (OrderByElement element : elements) {
                Column column = Operands.column(element.getExpression());
                if (column != null) {
                    roles.set(column, new Role.SortedBy());
                } else {
                    roles.read(element.getExpression());
                }
            }
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
                        : Names.unquoted(item.getAlias().getName(), tree.text());
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
        for (Column column : tree.columns()) {
            Span place = tree.span(column);
            if (place != null && place.from() >= span.from() && place.to() <= span.to()) {
                // An inner block's items are read later and claim their columns from the outer's.
                itemOf.put(column, item);
            }
        }
    }

    // --- statements that change rows

    private void readUpdate(Update update) {
        readCommonTables(update.getWithItemsList());
        FromReader from = from(0);
        List<Join> joins = new ArrayList<>();
        if (update.getStartJoins() != null) {
            joins.addAll(update.getStartJoins());
        }
        if (update.getJoins() != null) {
            joins.addAll(update.getJoins());
        }
        from.read(update.getTable(), joins);
        nestedSelects(null, joins);
        readSets(update.getUpdateSets(), false);
        finishChange(from, update.getWhere(), update.getOrderByElements());
        returning |= update.getReturningClause() != null;
    }

    private void readDelete(Delete delete) {
        readCommonTables(delete.getWithItemsList());
        FromReader from = from(0);
        List<Join> joins = delete.getJoins();
        if (delete.getUsingFromItemList() != null
                && !delete.getUsingFromItemList().isEmpty()) {
            throw new UnreadableException("USING of a DELETE");
        }
        from.read(delete.getTable(), joins);
        nestedSelects(null, joins);
        if (delete.getTables() != null) {
            for (Table target : delete.getTables()) {
                targets.add(from.use(target, false));
            }
        }
        finishChange(from, delete.getWhere(), delete.getOrderByElements());
        returning |= delete.getReturningClause() != null;
    }

    private void finishChange(FromReader from, @Nullable Expression where, @Nullable List<OrderByElement> sorting) {
        conditions.restrict(0, where, from.numbers());
        roles.read(where);
        readSorting(sorting);
        addChangeBlock(from);
    }

    private void addChangeBlock(FromReader from) {
        blocks.add(new QueryBlock(0, -1, from.tables(), from.derived(), false, false, from.natural()));
    }

    private void readSets(@Nullable List<UpdateSet> sets, boolean onDuplicateKey) {
        if (sets == null) {
            return;
        }
        for (UpdateSet set : sets) {
            if (set.getColumns().size() != 1 || set.getValues().size() != 1) {
                throw new UnreadableException("an assignment of several columns");
            }
            Expression value = set.getValue(0);
            assign(set.getColumn(0), value, onDuplicateKey);
            roles.read(value);
        }
    }

    private void assign(Column column, Expression value, boolean onDuplicateKey) {
        Operand operand = operands.read(value);
        roles.set(column, new Role.Assigned(operand == null ? unknown(column) : operand, onDuplicateKey));
    }

    private Operand unknown(Column column) {
        Span span = tree.span(column);
        return new Operand.Computed(span == null ? new Span(0, 0) : span, false);
    }

    // --- INSERT and REPLACE

    private void readInsert(Insert inserting) {
        readCommonTables(inserting.getWithItemsList());
        FromReader from = from(0);
        from.read(inserting.getTable(), null);
        if (inserting.getRowAlias() != null) {
            from.derived().add(Names.unquoted(inserting.getRowAlias().getName(), tree.text()));
        }
        List<UpdateSet> sets = inserting.getSetUpdateSets();
        readRows(from, inserting.getColumns(), sets, inserting.getSelect());
        if (inserting.getDuplicateAction() != null) {
            readSets(inserting.getDuplicateAction().getUpdateSets(), true);
        }
        readSets(inserting.getDuplicateUpdateSets(), true);
        returning |= inserting.getReturningClause() != null;
        addChangeBlock(from);
    }

    private void readUpsert(Upsert upsert) {
        FromReader from = from(0);
        from.read(upsert.getTable(), null);
        readRows(from, upsert.getColumns(), upsert.getUpdateSets(), upsert.getSelect());
        addChangeBlock(from);
    }

    private void readRows(
            FromReader from,
            @Nullable ExpressionList<Column> columns,
            @Nullable List<UpdateSet> sets,
            @Nullable Select source) {
        if (from.tables().size() != 1) {
            throw new UnreadableException("the table of an INSERT");
        }
        TableUse table = from.tables().get(0);
        if (sets != null && !sets.isEmpty()) {
            readSetForm(table, sets);
            return;
        }
        boolean named = columns != null && !columns.isEmpty();
        List<Column> names = named ? List.copyOf(columns) : List.of();
        names.forEach(column -> roles.set(column, new Role.Inserted()));
        if (source instanceof Values values) {
            insert = new InsertParts(table, names, named, rows(values.getExpressions()), false);
        } else {
            readSelect(source);
            insert = new InsertParts(table, names, named, List.of(), true);
        }
    }

    private void readSetForm(TableUse table, List<UpdateSet> sets) {
        List<Column> names = new ArrayList<>();
        List<Operand> row = new ArrayList<>();
        for (UpdateSet set : sets) {
            if (set.getColumns().size() != 1 || set.getValues().size() != 1) {
                throw new UnreadableException("an assignment of several columns");
            }
            Column column = set.getColumn(0);
            Expression value = set.getValue(0);
            Operand operand = operands.read(value);
            names.add(column);
            row.add(operand == null ? unknown(column) : operand);
            roles.set(column, new Role.Inserted());
            roles.read(value);
        }
        insert = new InsertParts(table, names, true, List.of(row), false);
    }

    private List<List<Operand>> rows(ExpressionList<?> expressions) {
        List<List<Operand>> rows = new ArrayList<>();
        if (expressions instanceof ParenthesedExpressionList<?> single) {
            rows.add(row(single));
            return rows;
        }
        for (Expression row : expressions) {
            rows.add(row instanceof ExpressionList<?> several ? row(several) : row(List.of(row)));
        }
        return rows;
    }

    private List<Operand> row(List<? extends Expression> values) {
        List<Operand> row = new ArrayList<>();
        for (Expression value : values) {
            Operand operand = operands.read(value);
            if (operand == null) {
                throw new UnreadableException("a value of an INSERT");
            }
            row.add(operand);
            roles.read(value);
        }
        return row;
    }

    // --- columns

    private ColumnUse use(Column column) {
        Span span = tree.span(column);
        if (span == null) {
            throw new UnreadableException("the column " + column.getColumnName());
        }
        Tokens tokens = tree.tokens();
        int first = tokens.at(span.from());
        int last = tokens.at(span.to()) - 1;
        int parts = (last - first) / 2 + 1;
        return new ColumnUse(
                tree.blockOf(column),
                parts > 2 ? tokens.name(last - 4, charset) : null,
                parts > 2 ? new Span(tokens.start(last - 4), tokens.end(last - 4)) : null,
                parts > 1 ? tokens.name(last - 2, charset) : null,
                tokens.name(last, charset),
                span,
                new Span(tokens.start(last), tokens.end(last)),
                roles.roleOf(column),
                itemOf.get(column));
    }
}
