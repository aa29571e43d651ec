package io.pinion.server.schema;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.LocalAnswer.Column;
import io.pinion.routing.plan.LocalAnswer.ColumnType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an operation would do, as EXPLAIN answers it: a row for each action. */
public final class PlannedRows {
    private static final List<Column> COLUMNS = List.of(
            new Column("step", ColumnType.BIGINT),
            new Column("place", ColumnType.VARCHAR),
            new Column("statement", ColumnType.VARCHAR),
            new Column("purpose", ColumnType.VARCHAR));

    private PlannedRows() {}

    public static LocalAnswer.Rows of(List<PlannedAction> actions) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (PlannedAction action : actions) {
            rows.add(List.of(String.valueOf(rows.size() + 1), action.place(), action.statement(), action.purpose()));
        }
        return new LocalAnswer.Rows(COLUMNS, rows);
    }
}
