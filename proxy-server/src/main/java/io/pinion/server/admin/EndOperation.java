package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.control.OperationAction;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code RESUME}, {@code CANCEL}, {@code HAND OVER}, {@code FINISH} and {@code REVERT OPERATION n}. */
final class EndOperation extends ExplainedCommand {
    private final OperationAction action;

    EndOperation(OperationAction action, String purpose) {
        super(action.name().replace('_', ' ') + " OPERATION n", purpose);
        this.action = action;
    }

    /** Whether it goes on with an operation, or gives it up, on its way: users do that with their own. */
    @Override
    public boolean isForEverybody() {
        return action == OperationAction.RESUME || action == OperationAction.CANCEL;
    }

    @Override
    public boolean isFinal(StatementArguments arguments) {
        return action == OperationAction.FINISH;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .act(action, number(arguments), context.asker())
                .thenCompose(done -> answer(done, context));
    }

    private CompletionStage<AdminAnswer> answer(Done done, AdminContext context) {
        if (isForEverybody()) {
            return context.known(done);
        }
        AnswerTable table = AnswerTable.of(AnswerTable.number("operation"), text("outcome"));
        done.warnings().forEach(note -> table.row(done.number(), note.message()));
        return AdminAnswer.now(table.rows());
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        return context.proxy().operations().explain(action, number(arguments), context.asker());
    }

    static long number(StatementArguments arguments) {
        return Long.parseLong(arguments.text("n"));
    }
}
