package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.DerivedTable;
import io.pinion.routing.analysis.facts.InsertFacts;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.TableUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.update.UpdateSet;
import net.sf.jsqlparser.statement.upsert.Upsert;
import org.jspecify.annotations.Nullable;

/** Reads INSERT and REPLACE. */
final class InsertReader {
    private final PrintedText text;
    private final QueryReader queries;
    private final AssignmentReader assignments;
    private @Nullable ReadInsert insert;

    /** An INSERT before its columns have become uses. */
    private record ReadInsert(
            TableUse table, List<Column> columns, boolean named, List<List<Operand>> rows, boolean fromQuery) {}

    InsertReader(PrintedText text, QueryReader queries, AssignmentReader assignments) {
        this.text = text;
        this.queries = queries;
        this.assignments = assignments;
    }

    /** The facts of an INSERT or REPLACE, empty for other statements; {@code uses} has its columns. */
    Optional<InsertFacts> facts(Map<Column, ColumnUse> uses) {
        return Optional.ofNullable(insert)
                .map(parts -> new InsertFacts(
                        parts.table(),
                        parts.columns().stream().map(uses::get).toList(),
                        parts.named(),
                        parts.rows(),
                        parts.fromQuery()));
    }

    void readInsert(Insert inserting) {
        queries.readCommonTables(inserting.getWithItemsList());
        FromReader from = queries.from(0);
        from.read(inserting.getTable(), null);
        if (inserting.getRowAlias() != null) {
            from.derived()
                    .add(new DerivedTable(text.name(inserting.getRowAlias().getName()), DerivedTable.UNKNOWN, null));
        }
        List<UpdateSet> sets = inserting.getSetUpdateSets();
        readRows(from, inserting.getColumns(), sets, inserting.getSelect());
        if (inserting.getDuplicateAction() != null) {
            assignments.read(inserting.getDuplicateAction().getUpdateSets(), true);
        }
        assignments.read(inserting.getDuplicateUpdateSets(), true);
        if (inserting.getReturningClause() != null) {
            queries.readItems(inserting.getReturningClause(), 0);
        }
        queries.addChangeBlock(from);
    }

    void readUpsert(Upsert upsert) {
        FromReader from = queries.from(0);
        from.read(upsert.getTable(), null);
        readRows(from, upsert.getColumns(), upsert.getUpdateSets(), upsert.getSelect());
        queries.addChangeBlock(from);
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
        names.forEach(column -> queries.roles().set(column, new Role.Inserted()));
        if (source instanceof Values values) {
            insert = new ReadInsert(table, names, named, rows(values.getExpressions()), false);
        } else {
            queries.readSelect(source);
            insert = new ReadInsert(table, names, named, List.of(), true);
        }
    }

    private void readSetForm(TableUse table, List<UpdateSet> sets) {
        List<Column> names = new ArrayList<>();
        List<Operand> row = new ArrayList<>();
        for (UpdateSet set : sets) {
            Column column = assignments.column(set);
            names.add(column);
            row.add(assignments.readValue(set));
            queries.roles().set(column, new Role.Inserted());
        }
        insert = new ReadInsert(table, names, true, List.of(row), false);
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
            Operand operand = queries.operands().read(value);
            if (operand == null) {
                throw new UnreadableException("a value of an INSERT");
            }
            row.add(operand);
            queries.roles().read(value);
        }
        return row;
    }
}
