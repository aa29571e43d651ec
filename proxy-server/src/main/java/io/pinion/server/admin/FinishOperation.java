package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.Way;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code FINISH} and {@code REVERT OPERATION n}, for a move or an import that has handed over and waits. */
final class FinishOperation extends ExplainedCommand {
    private final Way way;

    private FinishOperation(String name, String purpose, Way way) {
        super(name + " n", purpose);
        this.way = way;
    }

    static FinishOperation finish() {
        return new FinishOperation(
                "FINISH OPERATION",
                "ends a move or an import for good: the old copy is dropped, the old database given up",
                Way.FINISH);
    }

    static FinishOperation revert() {
        return new FinishOperation(
                "REVERT OPERATION",
                "goes back behind a move or an import, with all that was written since; clients wait for a moment",
                Way.REVERT);
    }

    @Override
    public boolean isFinal(StatementArguments arguments) {
        return way == Way.FINISH;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        long operation = EndOperation.number(arguments);
        return context.proxy().operations().end(operation, way).thenApply(FinishOperation::answer);
    }

    static AdminAnswer answer(Done done) {
        AnswerTable table = AnswerTable.of(number("operation"), text("outcome"));
        done.warnings().forEach(note -> table.row(done.number(), note.message()));
        return new AdminAnswer.Answered(table.rows());
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        long operation = EndOperation.number(arguments);
        return context.proxy().operations().explainEnd(operation, way);
    }
}
