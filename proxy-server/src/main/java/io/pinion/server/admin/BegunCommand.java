package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.OperationRequest;
import io.pinion.operations.journal.Operation;
import java.util.concurrent.CompletionStage;

/** An admin statement that begins an operation, which goes on in the background. */
abstract class BegunCommand extends AnsweredCommand<OperationRequest, Operation> {
    BegunCommand(String syntax, String purpose) {
        super(syntax, purpose);
    }

    @Override
    final CompletionStage<AdminAnswer> answer(OperationRequest request, Operation begun, AdminContext context) {
        AnswerTable table = AnswerTable.of(number("operation"), text("state"), text("statement"), text("next"));
        table.row(
                begun.number(),
                begun.progress().isInLine() ? "queued" : "running",
                begun.task().statement(),
                "SHOW OPERATIONS tells how far it is; CANCEL OPERATION " + begun.number() + " gives it up");
        return AdminAnswer.now(table.rows());
    }
}
