package io.pinion.server.admin;

import static io.pinion.server.admin.Table.number;
import static io.pinion.server.admin.Table.text;

import io.pinion.operations.control.OperationControl;
import java.util.concurrent.CompletionStage;

/** {@code FINISH OPERATION n} and {@code REVERT OPERATION n}: what becomes of one that has reached its purpose and waits. */
final class EndWaitingOperation implements AdminCommand {
    private final String verb;
    private final String purpose;
    private final Way way;

    /** What is done with the operation. */
    private interface Way {
        CompletionStage<String> take(OperationControl operations, long number);
    }

    private EndWaitingOperation(String verb, String purpose, Way way) {
        this.verb = verb;
        this.purpose = purpose;
        this.way = way;
    }

    static EndWaitingOperation finish() {
        return new EndWaitingOperation(
                "FINISH",
                "drops the old copy of shards that have moved; there is no way back then",
                OperationControl::finish);
    }

    static EndWaitingOperation revert() {
        return new EndWaitingOperation(
                "REVERT",
                "lets shards that have moved go back, with all that was written since; clients wait for a moment",
                OperationControl::revert);
    }

    @Override
    public String name() {
        return verb + " OPERATION";
    }

    @Override
    public String syntax() {
        return name() + " n";
    }

    @Override
    public String purpose() {
        return purpose;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        long number = EndOperation.number(arguments);
        arguments.end();
        return way.take(context.proxy().operations(), number).thenApply(outcome -> {
            Table table = Table.of(number("operation"), text("outcome"));
            table.row(number, outcome);
            return new AdminAnswer.Answered(table.rows());
        });
    }
}
