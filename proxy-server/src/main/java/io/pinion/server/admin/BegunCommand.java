package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.OperationRequest;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** An admin statement that begins an operation, which goes on in the background. */
abstract class BegunCommand extends ExplainedCommand {
    BegunCommand(String syntax, String purpose) {
        super(syntax, purpose);
    }

    /** @throws SyntaxRefused when the arguments don't match {@link #syntax()} */
    abstract OperationRequest read(StatementArguments arguments, AdminContext context);

    @Override
    public final CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .run(read(arguments, context), context.session().userName())
                .thenApply(BegunCommand::answer);
    }

    @Override
    public final CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .explain(read(arguments, context), context.session().userName());
    }

    static AdminAnswer answer(Operation begun) {
        AnswerTable table = AnswerTable.of(number("operation"), text("state"), text("statement"), text("next"));
        table.row(
                begun.number(),
                begun.progress().isInLine() ? "queued" : "running",
                begun.task().statement(),
                "SHOW OPERATIONS tells how far it is; CANCEL OPERATION " + begun.number() + " gives it up");
        return new AdminAnswer.Answered(table.rows());
    }
}
