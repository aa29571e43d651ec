package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code HAND OVER OPERATION n}: the word for which an import {@code HAND OVER ON REQUEST} waits. */
final class HandOverOperation extends ExplainedCommand {
    HandOverOperation() {
        super(
                "HAND OVER OPERATION n",
                "lets an import that waits for it compare every row and hand the name over; clients wait for a moment");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        long operation = EndOperation.number(arguments);
        return context.proxy().operations().handOver(operation).thenApply(FinishOperation::answer);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        long operation = EndOperation.number(arguments);
        return context.proxy().operations().explainHandOver(operation);
    }
}
