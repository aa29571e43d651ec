package io.pinion.operations.opening;

import static io.pinion.operations.statement.AnswerTable.number;
import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.operations.engine.OperationStatement;
import io.pinion.operations.engine.StatementAnswer;
import io.pinion.operations.journal.Task;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementContext;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.text.AdminOpening.Behind;
import java.util.List;
import java.util.Locale;

/** The statements of {@link Openings}. */
final class OpeningStatements {
    static final List<OperationStatement<?, ?>> ALL = List.of(
            OperationStatement.of(
                    "OPEN SHARD[S] first-last ON PAIR pair IN keyspace [WEIGHT w]",
                    "makes databases for new shards, with the tables that the others have, and opens them for new objects",
                    OpeningStatements::opening,
                    OpeningStatements::opened),
            OperationStatement.of(
                            "SET WEIGHT w FOR SHARD[S] first-last IN keyspace",
                            "changes the share of new objects that shards get which nothing else places; 0 closes them for these",
                            OpeningStatements::weight,
                            OpeningStatements::weighed)
                    .withoutExplain()
                    .followedBy(Behind.NO_ASSIGNMENT));

    private OpeningStatements() {}

    private static OpeningRequest opening(StatementArguments arguments, StatementContext context) {
        ShardNumbers shards = arguments.shards();
        return new OpeningRequest(
                arguments.text("keyspace"),
                arguments.text("pair"),
                shards.first(),
                shards.last(),
                arguments.number("WEIGHT"));
    }

    private static StatementAnswer opened(Opened opened) {
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
                new ShardNumbers(task.first(), task.last()),
                task.pair(),
                task.weight(),
                opened.generation());
        return StatementAnswer.whenTablesRead(opened.generation(), table);
    }

    private static WeightRequest weight(StatementArguments arguments, StatementContext context) {
        ShardNumbers shards = arguments.shards();
        return new WeightRequest(
                arguments.text("keyspace"),
                shards.first(),
                shards.last(),
                arguments.number("SET WEIGHT").orElseThrow(),
                context.author(arguments));
    }

    private static StatementAnswer weighed(WeightRequest request, WeightChange change) {
        AnswerTable table = AnswerTable.of(
                text("keyspace"),
                text("range"),
                text("pair"),
                number("weight_before"),
                number("weight"),
                text("share_of_new_objects"),
                number("generation"));
        for (int i = 0; i < change.before().size(); i++) {
            ShardRange after = change.after().get(i);
            table.row(
                    request.keyspace(),
                    new ShardNumbers(after.first(), after.last()),
                    after.pair(),
                    change.before().get(i).insertWeight(),
                    after.insertWeight(),
                    share(after, change.total()),
                    change.generation());
        }
        return StatementAnswer.now(table);
    }

    private static String share(ShardRange range, long total) {
        return total == 0
                ? "none: no shard takes any now, and inserts that nothing places fail"
                : String.format(Locale.ROOT, "%.1f %%", 100.0 * range.insertWeight() / total);
    }
}
