package io.pinion.routing.planner.insert;

import io.pinion.routing.analysis.facts.InsertFacts;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.shard.ChangeWords;
import io.pinion.routing.planner.shard.RowSplit;
import io.pinion.routing.text.Tokens;
import java.util.List;

/**
 * Decides which rows of an INSERT become {@code INSERT … SELECT value, …} where a shard gets one row only. Servers
 * treat a single row of VALUES otherwise than a list: outside of the strict modes NULL for a NOT NULL column is an
 * error there, but 0 or '' with a warning in a list, and only for a list servers report the counts of records and
 * duplicates. INSERT … SELECT of one row is like the list in both (measured on MySQL 9.7 and MariaDB 11.4). Used once.
 */
public final class SingleRows {
    private final Tokens tokens;
    private final StatementFacts facts;
    private final Table table;
    private final boolean all;
    private final List<String> columns;

    /** Whether an alias for the row follows the last one. */
    private final boolean named;

    /** In a step, the rows are those that the query of an INSERT … SELECT has found. */
    public SingleRows(PlanningContext context, InsertFacts insert) {
        this.tokens = context.tokens();
        this.facts = context.facts();
        this.table = context.names().table(insert.table());
        this.all = context.step() || ChangeWords.ignores(tokens);
        this.columns = InsertPlanning.columns(insert, table);
        this.named = isNamed(tokens);
    }

    /** @param open the token that opens the row */
    public boolean isQuery(List<Operand> row, int open) {
        return (all || mayWarnOfNull(row)) && mayBeQuery(row, open);
    }

    /** A query has no place for DEFAULT, a column of the row itself and an alias for the row. */
    private boolean mayBeQuery(List<Operand> row, int open) {
        Span inside = new Span(tokens.start(open), tokens.end(tokens.closing(open)));
        return !row.isEmpty()
                && row.stream().noneMatch(Operand.Default.class::isInstance)
                && facts.columnsIn(inside).isEmpty()
                && !named;
    }

    private static boolean isNamed(Tokens tokens) {
        List<Integer> opens = RowSplit.opens(tokens);
        int behind = opens.isEmpty() ? tokens.count() : tokens.closing(opens.getLast()) + 1;
        return behind < tokens.count() && !tokens.isWord(behind, "ON") && !tokens.isWord(behind, "RETURNING");
    }

    private boolean mayWarnOfNull(List<Operand> row) {
        for (int i = 0; i < row.size(); i++) {
            if (row.get(i) instanceof Operand.Null && (i >= columns.size() || needsValue(columns.get(i)))) {
                return true;
            }
        }
        return false;
    }

    /** Whether NULL is no value of the column and doesn't ask for a number. */
    private boolean needsValue(String name) {
        if (table instanceof Table.ObjectTable && name.equals(Table.ObjectTable.ID)) {
            return false;
        }
        Column column = table.column(name);
        return column == null || !(column.nullable() || column.extra().contains("auto_increment"));
    }
}
