package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.TableUse;
import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.ReturningClause;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.update.Update;
import org.jspecify.annotations.Nullable;

/** Reads UPDATE and DELETE. */
final class ChangeReader {
    private final QueryReader queries;
    private final AssignmentReader assignments;
    private final List<TableUse> targets = new ArrayList<>();

    ChangeReader(QueryReader queries, AssignmentReader assignments) {
        this.queries = queries;
        this.assignments = assignments;
    }

    /** The tables that a DELETE names before its FROM. */
    List<TableUse> targets() {
        return targets;
    }

    void readUpdate(Update update) {
        queries.readCommonTables(update.getWithItemsList());
        FromReader from = queries.from(0);
        List<Join> joins = new ArrayList<>();
        if (update.getStartJoins() != null) {
            joins.addAll(update.getStartJoins());
        }
        if (update.getJoins() != null) {
            joins.addAll(update.getJoins());
        }
        from.read(update.getTable(), joins);
        queries.nestedSelects(null, joins);
        assignments.read(update.getUpdateSets(), false);
        finishChange(from, update.getWhere(), update.getOrderByElements(), update.getReturningClause());
    }

    void readDelete(Delete delete) {
        queries.readCommonTables(delete.getWithItemsList());
        FromReader from = queries.from(0);
        List<Join> joins = delete.getJoins();
        if (delete.getUsingFromItemList() != null
                && !delete.getUsingFromItemList().isEmpty()) {
            throw new UnreadableException("USING of a DELETE");
        }
        from.read(delete.getTable(), joins);
        queries.nestedSelects(null, joins);
        if (delete.getTables() != null) {
            for (Table target : delete.getTables()) {
                targets.add(from.use(target, false));
            }
        }
        finishChange(from, delete.getWhere(), delete.getOrderByElements(), delete.getReturningClause());
    }

    private void finishChange(
            FromReader from,
            @Nullable Expression where,
            @Nullable List<OrderByElement> sorting,
            @Nullable ReturningClause returning) {
        queries.conditions().restrict(0, where, from.numbers());
        queries.roles().read(where);
        queries.readSorting(sorting);
        if (returning != null) {
            queries.readItems(returning, 0);
        }
        queries.addChangeBlock(from);
    }
}
