package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.journal.Operation;

/** The answer to a statement whose operation goes on in the background. */
final class BegunOperation {
    private BegunOperation() {}

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
