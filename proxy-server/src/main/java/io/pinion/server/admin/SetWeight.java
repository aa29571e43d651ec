package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.opening.WeightChange;
import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.text.AdminOpening;
import java.util.Locale;
import java.util.concurrent.CompletionStage;

/** {@code SET WEIGHT w FOR SHARDS a-b IN keyspace}: changes the share of new objects that the shards get. */
final class SetWeight extends AdminCommand {
    SetWeight() {
        super(
                "SET WEIGHT w FOR SHARD[S] first-last IN keyspace",
                "changes the share of new objects that shards get which nothing else places; 0 closes them for these");
    }

    @Override
    public AdminOpening.Behind behind() {
        return AdminOpening.Behind.NO_ASSIGNMENT;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        int weight = arguments.number("SET WEIGHT").orElseThrow();
        ShardNumbers shards = arguments.shards();
        String keyspace = arguments.text("keyspace");
        return context.proxy()
                .operations()
                .weigh(keyspace, shards.first(), shards.last(), weight, context.author(arguments))
                .thenApply(change ->
                        new AdminAnswer.Answered(table(keyspace, change).rows()));
    }

    private static AnswerTable table(String keyspace, WeightChange change) {
        AnswerTable table = AnswerTable.of(
                text("keyspace"),
                text("range"),
                text("pair"),
                number("weight_before"),
                number("weight"),
                text("share_of_new_objects"),
                number("generation"));
        for (int i = 0; i < change.before().size(); i++) {
            ShardRange before = change.before().get(i);
            ShardRange after = change.after().get(i);
            table.row(
                    keyspace,
                    ShowShards.interval(after.first(), after.last()),
                    after.pair(),
                    before.insertWeight(),
                    after.insertWeight(),
                    share(after, change.total()),
                    change.generation());
        }
        return table;
    }

    private static String share(ShardRange range, long total) {
        return total == 0
                ? "none: no shard takes any now, and inserts that nothing places fail"
                : String.format(Locale.ROOT, "%.1f %%", 100.0 * range.insertWeight() / total);
    }
}
