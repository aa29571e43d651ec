package io.pinion.server.admin;

import io.pinion.routing.plan.LocalAnswer.Column;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A command that shows a table; {@code LIKE} or {@code WHERE} at the end of the statement filters its rows. */
abstract class ListCommand extends AdminCommand {
    private final List<Column> columns;

    ListCommand(String name, String purpose, Column... columns) {
        super(name, name + " " + RowFilter.SYNTAX, purpose);
        this.columns = List.of(columns);
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        RowFilter filter = RowFilter.read(arguments, columns);
        return fill(new AnswerTable(columns), context)
                .thenApply(table -> new AdminAnswer.Answered(filter.apply(table.rows())));
    }

    /** All rows, in an order that does not change from one call to the next. */
    abstract CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context);
}
