package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.control.OperationView;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import java.util.concurrent.CompletionStage;

/** {@code SHOW OPERATIONS}: the operations that were started, the latest last. */
final class ShowOperations extends ListCommand {
    ShowOperations() {
        super(
                "SHOW OPERATIONS",
                "changes of tables on all shards, promotions and openings: how far they are, who began them, what went wrong",
                number("operation"),
                text("state"),
                text("keyspace"),
                text("statement"),
                number("done"),
                number("failed"),
                number("shards"),
                text("user"),
                text("proxy"),
                text("started"),
                text("updated"),
                text("step"),
                text("error"));
    }

    @Override
    public boolean isForEverybody() {
        return true;
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        return context.proxy().operations().list().thenApply(operations -> {
            operations.stream()
                    .filter(view -> context.asker().sees(view.operation()))
                    .forEach(view -> row(table, view));
            return table;
        });
    }

    private static void row(AnswerTable table, OperationView view) {
        Operation operation = view.operation();
        Progress progress = operation.progress();
        table.row(
                operation.number(),
                view.state(),
                operation.task().keyspace(),
                operation.task().statement(),
                progress.done().size(),
                progress.failed().size(),
                progress.total(),
                operation.origin().user(),
                progress.proxy(),
                operation.origin().started(),
                progress.updated(),
                progress.words(),
                view.error());
    }
}
