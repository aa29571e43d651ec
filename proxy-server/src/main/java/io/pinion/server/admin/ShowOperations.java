package io.pinion.server.admin;

import io.pinion.operations.control.OperationView;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code SHOW OPERATIONS}: the operations that were started, the latest last. */
final class ShowOperations extends AdminTable<OperationView> {
    ShowOperations() {
        super(
                "SHOW OPERATIONS",
                "changes of tables on all shards, promotions and openings: how far they are, who began them, what went wrong",
                number("operation", view -> view.operation().number(), "The number by which other statements name it"),
                text("state", OperationView::state, "The state in one word, which the manual explains"),
                text("keyspace", view -> view.operation().task().keyspace(), "The keyspace that it changes, if any"),
                text("statement", view -> view.operation().task().statement(), "What was asked for, without secrets"),
                number("done", view -> progress(view).done().size(), "The shards on which it has succeeded"),
                number("failed", view -> progress(view).failed().size(), "The shards that have refused it"),
                number("shards", view -> progress(view).total(), "All shards that it works on, if any"),
                text("user", view -> view.operation().origin().user(), "The user who began it"),
                text("proxy", view -> progress(view).proxy(), "The proxy that runs it, or did last"),
                time("started", view -> view.operation().origin().started().toString(), "When it began"),
                time("updated", view -> progress(view).updated().toString(), "When its progress was last written down"),
                text("step", view -> progress(view).words(), "The present step, and how far that is"),
                text("error", OperationView::error, "Why it has ended early, and what to type; empty otherwise"));
    }

    @Override
    public boolean isForEverybody() {
        return true;
    }

    @Override
    CompletionStage<List<OperationView>> rows(StatementArguments arguments, AdminContext context) {
        return context.proxy().operations().list().thenApply(operations -> operations.stream()
                .filter(view -> context.asker().sees(view.operation()))
                .toList());
    }

    private static Progress progress(OperationView view) {
        return view.operation().progress();
    }
}
