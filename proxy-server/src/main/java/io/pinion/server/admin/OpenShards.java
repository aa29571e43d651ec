package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Task;
import io.pinion.operations.opening.Opened;
import io.pinion.operations.opening.OpeningRequest;
import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code OPEN SHARDS 4096-8191 ON PAIR p IN keyspace}: creates new shards of the keyspace. */
final class OpenShards extends ExplainedCommand {
    OpenShards() {
        super(
                "OPEN SHARD[S] first-last ON PAIR pair IN keyspace [WEIGHT w]",
                "makes databases for new shards, with the tables that the others have, and opens them for new objects");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .open(request(arguments), context.session().userName())
                .thenCompose(opened -> answer(opened, context));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        return context.proxy().operations().explainOpening(request(arguments));
    }

    private static OpeningRequest request(StatementArguments arguments) {
        ShardNumbers shards = arguments.shards();
        return new OpeningRequest(
                arguments.text("keyspace"),
                arguments.text("pair"),
                shards.first(),
                shards.last(),
                arguments.number("WEIGHT"));
    }

    /** Answers once this proxy knows the new shards. */
    private static CompletionStage<AdminAnswer> answer(Opened opened, AdminContext context) {
        return context.proxy()
                .readSchema(opened.generation())
                .thenApply(read -> new AdminAnswer.Answered(table(opened).rows()));
    }

    private static AnswerTable table(Opened opened) {
        Task.Opening task = opened.task();
        return AnswerTable.of(
                        number("operation"),
                        text("keyspace"),
                        text("range"),
                        text("pair"),
                        number("weight"),
                        number("generation"))
                .row(
                        opened.number(),
                        task.keyspace(),
                        ShowShards.interval(task.first(), task.last()),
                        task.pair(),
                        task.weight(),
                        opened.generation());
    }
}
