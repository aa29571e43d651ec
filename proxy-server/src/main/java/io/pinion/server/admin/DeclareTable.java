package io.pinion.server.admin;

import io.pinion.operations.engine.OperationOutcome;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.routing.plan.LocalAnswer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code DECLARE TABLE}: adds a table that the shards already have to the topology. */
final class DeclareTable extends AdminCommand {
    DeclareTable() {
        super(
                "DECLARE TABLE keyspace.table AS 'declaration'",
                "says which shards the rows of a table belong to that all shards have already, such as 'mapping from=board_id'");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        DeclarationArguments wanted = DeclarationArguments.of(arguments, context);
        return context.proxy()
                .operations()
                .declare(wanted.table().keyspace(), wanted.table().table(), wanted.as(), context.author(arguments))
                .thenCompose(outcome -> answer(outcome, context));
    }

    /** The answer to a change; it waits until this proxy plans statements with the changed topology. */
    static CompletionStage<AdminAnswer> answer(OperationOutcome outcome, AdminContext context) {
        return switch (outcome) {
            case OperationOutcome.Done done ->
                context.proxy()
                        .readSchema(done.generation())
                        .thenApply(read -> new AdminAnswer.Answered(LocalAnswer.Done.leaving(List.of())));
            case OperationOutcome.Failed(int code, String state, String message) ->
                CompletableFuture.completedStage(
                        // Only ER_UNKNOWN_ERROR is Pinion's own; other codes come with a server's message, or with one
                        // in MySQL's words.
                        new AdminAnswer.Failed(
                                code,
                                state,
                                code == ErrorCode.UNKNOWN_ERROR.number() ? "Pinion: " + message : message));
        };
    }
}
