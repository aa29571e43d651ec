package io.pinion.server.admin;

import static io.pinion.operations.statement.AnswerTable.decimal;
import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.space.PlannedShift;
import io.pinion.operations.space.Rebalance;
import io.pinion.operations.space.ShardSpace;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.plan.LocalAnswer.Column;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** {@code PLAN REBALANCE OF keyspace}: the moves that would even out what pairs have of it. Moves nothing. */
final class PlanRebalance extends AdminCommand {
    private static final int USUAL_PERCENT = 10;
    private static final int MOST_PERCENT = 100;

    /** Rates are compared in thousandths of a statement a second. */
    private static final double MILLI = 1000;

    private static final List<Column> COLUMNS = List.of(
            text("statement"),
            text("unit"),
            decimal("moved"),
            text("from"),
            decimal("from_after"),
            text("to"),
            decimal("to_after"));

    PlanRebalance() {
        super(
                "PLAN REBALANCE OF keyspace [BY {BYTES | ROWS | QUERIES}] [OVER PAIR[S] pair[, pair …]] [WITHIN n"
                        + " PERCENT]",
                "the moves of shards that even out what pairs have of a keyspace, as statements; nothing is moved");
    }

    @Override
    public boolean changesNothing() {
        return true;
    }

    /** What is evened out. */
    private enum Load {
        BYTES("bytes"),
        ROWS("rows"),
        QUERIES("queries per second");

        private final String unit;

        Load(String unit) {
            this.unit = unit;
        }

        private String text(long load) {
            return this == QUERIES ? AnswerTable.rate(load / MILLI) : String.valueOf(load);
        }
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        Topology topology = context.proxy().topology();
        Keyspace.Sharded keyspace = Lookup.sharded(arguments.text("keyspace"), topology);
        Load load = arguments.choice(Load.class).orElse(Load.BYTES);
        Set<String> pairs = pairs(arguments, topology, keyspace);
        int percent = arguments.number("WITHIN").orElse(USUAL_PERCENT);
        if (percent > MOST_PERCENT) {
            throw new SyntaxRefused("within " + percent + " percent everything is even");
        }
        double within = percent / 100.0;
        return loads(load, keyspace, context)
                .thenApply(loads -> known(load, keyspace, loads))
                .thenApply(loads -> new Rebalance(keyspace.ranges().ranges(), loads, pairs, within))
                .thenApply(plan -> new AdminAnswer.Answered(
                        rows(load, keyspace, plan.moves()).rows()));
    }

    /** Those that have shards of the keyspace, where none are named. */
    private static Set<String> pairs(StatementArguments arguments, Topology topology, Keyspace.Sharded keyspace) {
        Set<String> pairs = new LinkedHashSet<>(arguments.texts("pair"));
        for (String pair : pairs) {
            if (topology.pair(pair).isEmpty()) {
                throw new SyntaxRefused(UnknownName.pair(topology, pair));
            }
        }
        if (pairs.isEmpty()) {
            keyspace.ranges().ranges().stream().map(ShardRange::pair).forEach(pairs::add);
        }
        return pairs;
    }

    private static CompletionStage<Map<Integer, Long>> loads(
            Load load, Keyspace.Sharded keyspace, AdminContext context) {
        return switch (load) {
            case BYTES -> measured(keyspace, context, space -> space.dataBytes() + space.indexBytes());
            case ROWS -> measured(keyspace, context, ShardSpace::rows);
            case QUERIES ->
                CompletableFuture.completedStage(context.proxy().rates().shards().of(keyspace).entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, rate -> Math.round(rate.getValue() * MILLI))));
        };
    }

    /** Where nothing is known, all shards look alike. */
    private static Map<Integer, Long> known(Load load, Keyspace.Sharded keyspace, Map<Integer, Long> loads) {
        if (load == Load.QUERIES && loads.values().stream().allMatch(rate -> rate == 0)) {
            throw new CompletionException(new OperationRefused(
                    "clients of this proxy have sent no statements for single" + " shards of " + keyspace.name()
                            + " in the last half a minute: ask a proxy that they use (SHOW PROXIES)"));
        }
        return loads;
    }

    private static CompletionStage<Map<Integer, Long>> measured(
            Keyspace.Sharded keyspace, AdminContext context, ToLongFunction<ShardSpace> load) {
        return context.proxy().operations().measure(keyspace).thenApply(spaces -> spaces.stream()
                .collect(Collectors.toMap(ShardSpace::shard, load::applyAsLong)));
    }

    private static AnswerTable rows(Load load, Keyspace keyspace, List<PlannedShift> moves) {
        AnswerTable table = new AnswerTable(COLUMNS);
        for (PlannedShift move : moves) {
            table.row(
                    move.statement(keyspace.name()),
                    load.unit,
                    load.text(move.load()),
                    move.from(),
                    load.text(move.fromAfter()),
                    move.to(),
                    load.text(move.toAfter()));
        }
        return table;
    }
}
