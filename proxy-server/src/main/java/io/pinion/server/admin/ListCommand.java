package io.pinion.server.admin;

import io.pinion.routing.plan.LocalAnswer.Column;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A command that shows a table; {@code LIKE} or {@code WHERE} at the end of the statement filters its rows. */
abstract class ListCommand implements AdminCommand {
    private final String name;
    private final String purpose;
    private final List<Column> columns;

    ListCommand(String name, String purpose, Column... columns) {
        this.name = name;
        this.purpose = purpose;
        this.columns = List.of(columns);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public String syntax() {
        return name + " " + RowFilter.SYNTAX;
    }

    @Override
    public final String purpose() {
        return purpose;
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
