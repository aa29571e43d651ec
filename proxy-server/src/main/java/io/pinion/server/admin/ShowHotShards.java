package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** {@code SHOW HOT SHARDS}: the shards that this proxy's clients ask most. */
final class ShowHotShards extends AdminTable<ShowHotShards.HotShard> {
    private static final int MOST = 20;

    /**
     * A shard that clients ask.
     *
     * @param rate statements for it alone, per second
     * @param all those of the whole keyspace
     */
    record HotShard(Keyspace.Sharded keyspace, ShardId shard, double rate, double all) {}

    ShowHotShards() {
        super(
                "SHOW HOT SHARDS [{FROM | IN} keyspace]",
                "the " + MOST + " shards of each keyspace that clients of this proxy ask most by statements for one"
                        + " shard, and their part of these",
                text("keyspace", hot -> hot.keyspace().name(), "The keyspace of the shard"),
                number("shard", HotShard::shard, "The number of the shard"),
                text("database", hot -> hot.keyspace().databases().databaseOf(hot.shard()), "The shard's database"),
                text(
                        "pair",
                        hot -> hot.keyspace().ranges().pairOf(hot.shard().number()),
                        "The pair that has the shard"),
                decimal(
                        "queries_per_second",
                        Unit.PER_SECOND,
                        HotShard::rate,
                        "Statements of this proxy's clients for this shard alone, over the last half minute or more"),
                decimal("percent", Unit.PERCENT, hot -> 100 * hot.rate() / hot.all(), "Their part of the keyspace's"));
    }

    @Override
    CompletionStage<List<HotShard>> rows(StatementArguments arguments, AdminContext context) {
        return CompletableFuture.completedStage(
                Lookup.sharded(arguments, context.proxy().topology()).stream()
                        .flatMap(keyspace -> hottest(keyspace, context))
                        .toList());
    }

    private static Stream<HotShard> hottest(Keyspace.Sharded keyspace, AdminContext context) {
        Map<Integer, Double> rates = context.proxy().rates().shards().of(keyspace);
        double all = rates.values().stream().mapToDouble(Double::doubleValue).sum();
        return rates.entrySet().stream()
                .filter(rate -> rate.getValue() > 0)
                .sorted(Map.Entry.<Integer, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST)
                .map(rate -> new HotShard(keyspace, new ShardId(rate.getKey()), rate.getValue(), all));
    }
}
