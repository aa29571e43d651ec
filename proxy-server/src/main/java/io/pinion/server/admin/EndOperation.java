package io.pinion.server.admin;

import io.pinion.operations.control.Asker;
import io.pinion.operations.control.OperationControl;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.plan.LocalAnswer;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code RESUME} and {@code CANCEL OPERATION n}, which users may run for their own operations and operators for all. */
final class EndOperation extends AdminCommand {
    private final Ending way;

    /** The action on the operation. */
    private interface Ending {
        CompletionStage<Done> take(OperationControl operations, long number, Asker asker);
    }

    private EndOperation(String name, String purpose, Ending way) {
        super(name + " n", purpose);
        this.way = way;
    }

    static EndOperation resume() {
        return new EndOperation(
                "RESUME OPERATION",
                "goes on with an operation that failed or lost its proxy, where it stopped",
                OperationControl::resume);
    }

    static EndOperation cancel() {
        return new EndOperation(
                "CANCEL OPERATION",
                "gives an operation up before its next shard; what was done stays, but for what OPEN SHARDS made",
                OperationControl::cancel);
    }

    @Override
    public boolean isForEverybody() {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return way.take(context.proxy().operations(), number(arguments), context.asker())
                .thenCompose(done -> context.known(done.generation(), LocalAnswer.Done.leaving(List.of())));
    }

    static long number(StatementArguments arguments) {
        return Long.parseLong(arguments.text("n"));
    }
}
