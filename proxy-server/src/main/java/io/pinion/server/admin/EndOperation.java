package io.pinion.server.admin;

import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.operations.control.OperationAction;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.StatementAnswer;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code RESUME}, {@code CANCEL}, {@code HAND OVER}, {@code FINISH} and {@code REVERT OPERATION n}. */
final class EndOperation extends AdminCommand {
    private final OperationAction action;

    EndOperation(OperationAction action) {
        super(action.syntax(), action.purpose());
        this.action = action;
    }

    @Override
    public boolean isForEverybody() {
        return action.isOnItsWay();
    }

    /** The steps of an operation on its way are those that EXPLAIN shows of its own statement. */
    @Override
    boolean isExplained() {
        return !action.isOnItsWay();
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
        if (action.isOnItsWay()) {
            return context.due(StatementAnswer.changed(done));
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
