package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Task;
import io.pinion.operations.opening.Opened;
import io.pinion.operations.opening.OpeningRequest;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;

/** {@code OPEN SHARDS 4096-8191 ON PAIR p IN keyspace}: creates new shards of the keyspace. */
final class OpenShards extends ExplainedCommand {
    OpenShards() {
        super(
                "OPEN SHARDS",
                "OPEN SHARDS first-last ON PAIR pair IN keyspace [WEIGHT w]",
                "makes databases for new shards, with the tables that the others have, and opens them for new objects");
    }

    @Override
    public List<String> otherNames() {
        return List.of("OPEN SHARD");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .open(request(arguments), context.session().userName())
                .thenCompose(opened -> answer(opened, context));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AdminTokens arguments, AdminContext context) {
        return context.proxy().operations().explainOpening(request(arguments));
    }

    private static OpeningRequest request(AdminTokens arguments) {
        ShardNumbers shards = ShardNumbers.read(arguments);
        arguments.require("ON PAIR");
        String pair = arguments.name("the name of a pair");
        arguments.require("IN");
        String keyspace = arguments.name("the name of a keyspace");
        OptionalInt weight = arguments.take("WEIGHT") ? OptionalInt.of(weight(arguments)) : OptionalInt.empty();
        arguments.end();
        return new OpeningRequest(keyspace, pair, shards.first(), shards.last(), weight);
    }

    static int weight(AdminTokens arguments) {
        return whole(arguments, "a weight");
    }

    static int whole(AdminTokens arguments, String what) {
        String number = arguments.name(what + ", a whole number");
        try {
            return Integer.parseInt(number);
        } catch (NumberFormatException e) {
            throw new AdminSyntaxException("expected " + what + ", a whole number, found '" + number + "'");
        }
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
