package io.pinion.server.admin;

import static io.pinion.server.admin.AdminTable.decimal;
import static io.pinion.server.admin.AdminTable.text;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.space.PlannedShift;
import io.pinion.operations.space.Rebalance;
import io.pinion.operations.space.ShardSpace;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.server.admin.AdminTable.Unit;
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
final class PlanRebalance {
    private static final int USUAL_PERCENT = 10;
    private static final int MOST_PERCENT = 100;

    /** Rates are compared in thousandths of a statement a second. */
    private static final double MILLI = 1000;

    private PlanRebalance() {}

    static AdminTable<?> table() {
        return new AdminTable<ProposedMove>(
                        List.of(SyntaxLine.of(
                                "PLAN REBALANCE OF keyspace [BY {BYTES | ROWS | QUERIES}] [OVER PAIR[S] pair[, pair …]]"
                                        + " [WITHIN n PERCENT]")),
                        "the moves of shards that even out what pairs have of a keyspace, as statements; nothing is moved",
                        PlanRebalance::moves,
                        text("statement", planned -> planned.shift().statement(planned.keyspace()), "The move"),
                        text("unit", planned -> planned.load().unit, "What is evened out"),
                        decimal(
                                "moved",
                                Unit.NONE,
                                planned -> planned.text(planned.shift().load()),
                                "How much of it moves"),
                        text("from", planned -> planned.shift().from(), "The pair that has the shards now"),
                        decimal(
                                "from_after",
                                Unit.NONE,
                                planned -> planned.text(planned.shift().fromAfter()),
                                "What it has then"),
                        text("to", planned -> planned.shift().to(), "The pair that gets them"),
                        decimal(
                                "to_after",
                                Unit.NONE,
                                planned -> planned.text(planned.shift().toAfter()),
                                "What that has then"))
                .changingNothing();
    }

    /** A move that evens out a load of a keyspace. */
    private record ProposedMove(Load load, String keyspace, PlannedShift shift) {
        String text(long amount) {
            return load == Load.QUERIES ? AnswerTable.rate(amount / MILLI) : String.valueOf(amount);
        }
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
    }

    private static CompletionStage<List<ProposedMove>> moves(StatementArguments arguments, AdminContext context) {
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
                .thenApply(plan -> plan.moves().stream()
                        .map(move -> new ProposedMove(load, keyspace.name(), move))
                        .toList());
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
                CompletableFuture.completedStage(context.proxy().rates().ofShards(keyspace).entrySet().stream()
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
}
