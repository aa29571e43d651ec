package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.routing.plan.LocalAnswer.Column;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A command that shows a table; {@code LIKE} or {@code WHERE} at the end of the statement filters its rows. */
abstract class ListCommand extends AdminCommand {
    private final List<Column> columns;

    ListCommand(String name, String purpose, Column... columns) {
        this(List.of(name), purpose, columns);
    }

    /** @param names the first one is the usual one */
    ListCommand(List<String> names, String purpose, Column... columns) {
        super(
                RowFilter.line(names.getFirst()),
                purpose,
                names.stream().skip(1).map(RowFilter::line).toArray(SyntaxLine[]::new));
        this.columns = List.of(columns);
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        RowFilter filter = RowFilter.of(arguments, columns);
        return fill(new AnswerTable(columns), context)
                .thenApply(table -> new AdminAnswer.Answered(filter.apply(table.rows())));
    }

    /** All rows, in an order that does not change from one call to the next. */
    abstract CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context);
}
