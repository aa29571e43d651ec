package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.journal.Task;
import io.pinion.operations.opening.Opened;
import io.pinion.operations.opening.OpeningRequest;
import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;
import java.util.concurrent.CompletionStage;

/** {@code OPEN SHARDS 4096-8191 ON PAIR p IN keyspace}: creates new shards of the keyspace. */
final class OpenShards extends AnsweredCommand<OpeningRequest, Opened> {
    OpenShards() {
        super(
                "OPEN SHARD[S] first-last ON PAIR pair IN keyspace [WEIGHT w]",
                "makes databases for new shards, with the tables that the others have, and opens them for new objects");
    }

    @Override
    OpeningRequest read(StatementArguments arguments, AdminContext context) {
        ShardNumbers shards = arguments.shards();
        return new OpeningRequest(
                arguments.text("keyspace"),
                arguments.text("pair"),
                shards.first(),
                shards.last(),
                arguments.number("WEIGHT"));
    }

    @Override
    CompletionStage<AdminAnswer> answer(OpeningRequest request, Opened opened, AdminContext context) {
        Task.Opening task = opened.task();
        AnswerTable table = AnswerTable.of(
                number("operation"),
                text("keyspace"),
                text("range"),
                text("pair"),
                number("weight"),
                number("generation"));
        table.row(
                opened.number(),
                task.keyspace(),
                ShowShards.interval(task.first(), task.last()),
                task.pair(),
                task.weight(),
                opened.generation());
        return context.known(opened.generation(), table.rows());
    }
}
