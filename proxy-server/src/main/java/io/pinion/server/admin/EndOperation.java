package io.pinion.server.admin;

import io.pinion.operations.schema.ChangeOutcome;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code RESUME OPERATION n} and {@code CANCEL OPERATION n}: users may say it of their own operations, operators of all. */
final class EndOperation implements AdminCommand {
    private final String verb;
    private final String purpose;
    private final Way way;

    /** What is done with the operation. */
    private interface Way {
        CompletionStage<ChangeOutcome> take(AdminContext context, long number, Optional<String> asker);
    }

    private EndOperation(String verb, String purpose, Way way) {
        this.verb = verb;
        this.purpose = purpose;
        this.way = way;
    }

    static EndOperation resume() {
        return new EndOperation(
                "RESUME",
                "goes on with an operation that failed or lost its proxy, where it stopped",
                (context, number, asker) -> context.proxy().operations().resume(number, asker));
    }

    static EndOperation cancel() {
        return new EndOperation(
                "CANCEL",
                "gives an operation up before its next shard; what was done stays, but for what OPEN SHARDS made",
                (context, number, asker) -> context.proxy().operations().cancel(number, asker));
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
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        long number = number(arguments);
        arguments.end();
        Optional<String> asker = context.session().admin()
                ? Optional.empty()
                : Optional.of(context.session().userName());
        return way.take(context, number, asker).thenCompose(outcome -> DeclareTable.answer(outcome, context));
    }

    /** @throws AdminSyntaxException when the next word isn't one */
    static long number(AdminTokens arguments) {
        String number = arguments.name("the number of an operation, see SHOW OPERATIONS");
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException e) {
            throw new AdminSyntaxException("expected the number of an operation, see SHOW OPERATIONS, found " + number);
        }
    }
}
