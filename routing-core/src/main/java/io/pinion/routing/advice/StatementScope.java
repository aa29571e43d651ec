package io.pinion.routing.advice;

import io.pinion.routing.plan.RoutePlan;
import java.util.function.Predicate;

/** How much of a sharded keyspace has to do with a statement, by its plan. */
public enum StatementScope {
    /** The session's settings, a transaction's beginning and end, and what reads no table. */
    NO_SHARD("no shard", 0, 0),
    ONE_SHARD("one shard", 1, 1),
    /** Several shards, which keys of the statement name. */
    FEW_SHARDS("a few shards", 3, 1.5),
    ALL_SHARDS("all shards", 20, 3),
    /** Rows of several shards are copied to one server, which answers. */
    GATHERED("gathered", 30, 6),
    REFUSED("refused", 300, 300),
    /** A definition of tables: an operation over all shards. */
    DEFINITION("definitions", 0, 0),
    /** Only tables of other databases. */
    ELSEWHERE("elsewhere", 0, 0);

    private final String words;
    private final double cost;
    private final double timeCost;

    StatementScope(String words, double cost, double timeCost) {
        this.words = words;
        this.cost = cost;
        this.timeCost = timeCost;
    }

    public String words() {
        return words;
    }

    /** About how much dearer it is than a statement on one shard. */
    double cost() {
        return cost;
    }

    /** The same for a second that it runs: shards share a long statement's work. */
    double timeCost() {
        return timeCost;
    }

    /** The scope that costs more. */
    StatementScope or(StatementScope other) {
        return other.cost > cost ? other : this;
    }

    /**
     * The scope of a plan. The one of a {@code Numbered} or {@code Split} plan, which are planned on, isn't known yet:
     * they count as one shard.
     *
     * @param shardOf whether a database is that of a shard
     */
    static StatementScope of(RoutePlan plan, Predicate<String> shardOf) {
        return switch (plan) {
            case RoutePlan.SingleShard single -> shardOf.test(single.target().database()) ? ONE_SHARD : ELSEWHERE;
            case RoutePlan.FanOut fanOut ->
                fanOut.scatter() || fanOut.merging() instanceof RoutePlan.Merging.Copies ? ALL_SHARDS : FEW_SHARDS;
            case RoutePlan.Gather gather -> GATHERED;
            case RoutePlan.ReadThenWrite steps -> FEW_SHARDS.or(of(steps.query(), shardOf));
            case RoutePlan.LoadRows rows -> ALL_SHARDS;
            case RoutePlan.Numbered numbered -> ONE_SHARD;
            case RoutePlan.Split split -> ONE_SHARD;
            case RoutePlan.ChangeSchema change -> DEFINITION;
            case RoutePlan.Refused refused -> REFUSED;
            case RoutePlan.AnyServer any -> NO_SHARD;
            case RoutePlan.ChangeSession change -> NO_SHARD;
            case RoutePlan.Local local -> NO_SHARD;
            case RoutePlan.Admin admin -> NO_SHARD;
            case RoutePlan.Named named -> NO_SHARD;
        };
    }
}
