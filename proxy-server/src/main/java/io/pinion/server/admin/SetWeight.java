package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.opening.WeightChange;
import io.pinion.operations.opening.WeightRequest;
import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.text.AdminOpening;
import java.util.Locale;
import java.util.concurrent.CompletionStage;

/** {@code SET WEIGHT w FOR SHARDS a-b IN keyspace}: changes the share of new objects that the shards get. */
final class SetWeight extends AnsweredCommand<WeightRequest, WeightChange> {
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
    WeightRequest read(StatementArguments arguments, AdminContext context) {
        int weight = arguments.number("SET WEIGHT").orElseThrow();
        ShardNumbers shards = arguments.shards();
        return new WeightRequest(
                arguments.text("keyspace"), shards.first(), shards.last(), weight, context.author(arguments));
    }

    @Override
    CompletionStage<AdminAnswer> answer(WeightRequest request, WeightChange change, AdminContext context) {
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
                    request.keyspace(),
                    ShowShards.interval(after.first(), after.last()),
                    after.pair(),
                    before.insertWeight(),
                    after.insertWeight(),
                    share(after, change.total()),
                    change.generation());
        }
        return AdminAnswer.now(table.rows());
    }

    private static String share(ShardRange range, long total) {
        return total == 0
                ? "none: no shard takes any now, and inserts that nothing places fail"
                : String.format(Locale.ROOT, "%.1f %%", 100.0 * range.insertWeight() / total);
    }
}
