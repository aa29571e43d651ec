package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.Way;
import java.util.concurrent.CompletionStage;

/**
 * {@code RESUME} and {@code CANCEL OPERATION n}, which users may run for their own operations and operators for all;
 * {@code FINISH} and {@code REVERT OPERATION n} for a move that has handed its shards over and waits.
 */
final class EndOperation implements AdminCommand {
    private final String verb;
    private final String purpose;
    private final boolean forEverybody;
    private final Ending way;

    /** The action on the operation. */
    private interface Ending {
        CompletionStage<AdminAnswer> take(AdminContext context, long number);
    }

    private EndOperation(String verb, String purpose, boolean forEverybody, Ending way) {
        this.verb = verb;
        this.purpose = purpose;
        this.forEverybody = forEverybody;
        this.way = way;
    }

    static EndOperation resume() {
        return new EndOperation(
                "RESUME",
                "goes on with an operation that failed or lost its proxy, where it stopped",
                true,
                (context, number) -> context.proxy()
                        .operations()
                        .resume(number, context.asker())
                        .thenCompose(outcome -> DeclareTable.answer(outcome, context)));
    }

    static EndOperation cancel() {
        return new EndOperation(
                "CANCEL",
                "gives an operation up before its next shard; what was done stays, but for what OPEN SHARDS made",
                true,
                (context, number) -> context.proxy()
                        .operations()
                        .cancel(number, context.asker())
                        .thenCompose(outcome -> DeclareTable.answer(outcome, context)));
    }

    static EndOperation finish() {
        return ofOperators(
                "FINISH", "drops the old copy of shards that have moved; there is no way back then", Way.FINISH);
    }

    static EndOperation revert() {
        return ofOperators(
                "REVERT",
                "lets shards that have moved go back, with all that was written since; clients wait for a moment",
                Way.REVERT);
    }

    private static EndOperation ofOperators(String verb, String purpose, Way way) {
        return new EndOperation(verb, purpose, false, (context, number) -> context.proxy()
                .operations()
                .end(number, way)
                .thenApply(EndOperation::outcome));
    }

    private static AdminAnswer outcome(Done done) {
        AnswerTable table = AnswerTable.of(number("operation"), text("outcome"));
        done.warnings().forEach(note -> table.row(done.number(), note.message()));
        return new AdminAnswer.Answered(table.rows());
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
    public boolean isForEverybody() {
        return forEverybody;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        long number = read(arguments);
        arguments.end();
        return way.take(context, number);
    }

    /** @throws AdminSyntaxException when the next token isn't a number */
    private static long read(AdminTokens arguments) {
        String number = arguments.name("the number of an operation, see SHOW OPERATIONS");
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException e) {
            throw new AdminSyntaxException("expected the number of an operation, see SHOW OPERATIONS, found " + number);
        }
    }
}
