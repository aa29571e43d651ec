package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.PlannedAction;
import java.util.List;

/** The answer to EXPLAIN of an operation: what each step does, and where. */
final class PlannedActions {
    private PlannedActions() {}

    static AdminAnswer answer(List<PlannedAction> actions) {
        AnswerTable table = AnswerTable.of(number("step"), text("place"), text("statement"), text("purpose"));
        int number = 0;
        for (PlannedAction action : actions) {
            number++;
            table.row(number, action.place(), action.statement(), action.purpose());
        }
        return new AdminAnswer.Answered(table.rows());
    }
}
