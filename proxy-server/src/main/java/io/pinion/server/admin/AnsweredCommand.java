package io.pinion.server.admin;

import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * An admin statement that asks for an operation.
 *
 * @param <R> what it asks for
 * @param <A> what that is answered with
 */
abstract class AnsweredCommand<R extends AnsweredRequest<A>, A> extends ExplainedCommand {
    AnsweredCommand(String syntax, String purpose) {
        super(syntax, purpose);
    }

    /** @throws SyntaxRefused when the arguments can't be what the statement takes */
    abstract R read(StatementArguments arguments, AdminContext context);

    /** The answer for the client, which may wait until this proxy knows what has been done. */
    abstract CompletionStage<AdminAnswer> answer(R request, A done, AdminContext context);

    @Override
    public final CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        R request = read(arguments, context);
        return context.proxy()
                .operations()
                .run(request, context.session().userName())
                .thenCompose(done -> answer(request, done, context));
    }

    @Override
    public final CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .explain(read(arguments, context), context.session().userName());
    }
}
