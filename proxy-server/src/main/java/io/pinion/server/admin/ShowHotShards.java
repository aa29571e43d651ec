package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.decimal;
import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.LocalAnswer.Column;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW HOT SHARDS}: the shards that this proxy's clients ask most. */
final class ShowHotShards extends AdminCommand {
    private static final int MOST = 20;

    private static final List<Column> COLUMNS = List.of(
            text("keyspace"),
            number("shard"),
            text("database"),
            text("pair"),
            decimal("queries_per_second"),
            decimal("percent"));

    ShowHotShards() {
        super(
                RowFilter.line("SHOW HOT SHARDS [{FROM | IN} keyspace]"),
                "the " + MOST + " shards of each keyspace that clients of this proxy ask most by statements for one"
                        + " shard, and their part of these");
    }

    @Override
    public boolean changesNothing() {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        List<Keyspace.Sharded> keyspaces =
                Lookup.sharded(arguments, context.proxy().topology());
        RowFilter filter = RowFilter.of(arguments, COLUMNS);
        AnswerTable table = new AnswerTable(COLUMNS);
        keyspaces.forEach(keyspace -> fill(table, keyspace, context));
        return CompletableFuture.completedStage(new AdminAnswer.Answered(filter.apply(table.rows())));
    }

    private static void fill(AnswerTable table, Keyspace.Sharded keyspace, AdminContext context) {
        Map<Integer, Double> rates = context.proxy().rates().shards().of(keyspace);
        double all = rates.values().stream().mapToDouble(Double::doubleValue).sum();
        rates.entrySet().stream()
                .filter(rate -> rate.getValue() > 0)
                .sorted(Map.Entry.<Integer, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST)
                .forEach(rate -> table.row(
                        keyspace.name(),
                        rate.getKey(),
                        keyspace.databases().databaseOf(new ShardId(rate.getKey())),
                        keyspace.ranges().pairOf(rate.getKey()),
                        AnswerTable.rate(rate.getValue()),
                        AnswerTable.rate(100 * rate.getValue() / all)));
    }
}
