package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.control.OperationView;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.transfer.RejectedRowsFact;
import java.util.concurrent.CompletionStage;

/** The rows that keep imports from handing over. */
final class ShowRejectedRows extends ListCommand {
    ShowRejectedRows() {
        super(
                "SHOW REJECTED ROWS",
                "rows of the old databases that imports can't carry as they are, and why",
                number("operation"),
                text("database"),
                text("table"),
                text("row"),
                text("reason"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        return context.proxy().operations().list().thenApply(operations -> {
            operations.stream()
                    .map(OperationView::operation)
                    .filter(operation -> !operation.progress().state().isOver())
                    .forEach(operation -> rows(table, operation));
            return table;
        });
    }

    private static void rows(AnswerTable table, Operation operation) {
        RejectedRowsFact.of(operation.progress())
                .forEach(rejected -> table.row(
                        operation.number(),
                        operation.task().keyspace(),
                        rejected.row().table(),
                        rejected.row().words(),
                        rejected.why()));
    }
}
