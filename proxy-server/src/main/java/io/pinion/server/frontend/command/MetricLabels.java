package io.pinion.server.frontend.command;

import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.observe.ScatterOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The keyspace, pair and database where a plan runs, as labels of metrics; the last two are empty where there are
 * several, all of them when the proxy answers by itself.
 */
record MetricLabels(String keyspace, String pair, String database) {
    private static final MetricLabels NOWHERE = new MetricLabels("", "", "");

    static MetricLabels of(@Nullable RoutePlan plan, LoopCluster cluster) {
        return switch (plan) {
            case null -> NOWHERE;
            case RoutePlan.SingleShard single ->
                new MetricLabels(
                        cluster.keyspaceOf(single.target().database()),
                        single.target().pair(),
                        single.target().database());
            case RoutePlan.AnyServer any -> new MetricLabels("", any.pair(), "");
            case RoutePlan.FanOut fanOut -> new MetricLabels(fanOut.keyspace(), "", "");
            case RoutePlan.Gather gather -> new MetricLabels(gather.keyspace(), "", "");
            case RoutePlan.Numbered numbered ->
                new MetricLabels(numbered.sequence().keyspace(), "", "");
            case RoutePlan.ReadThenWrite steps -> new MetricLabels(steps.keyspace(), "", "");
            case RoutePlan.LoadRows rows -> new MetricLabels(rows.keyspace(), "", "");
            case RoutePlan.ChangeSession change -> NOWHERE;
            case RoutePlan.Local local -> NOWHERE;
            case RoutePlan.Admin admin -> NOWHERE;
            case RoutePlan.ChangeSchema(var change, var wanted) -> new MetricLabels(change.keyspace(), "", "");
            case RoutePlan.Split split -> NOWHERE;
            case RoutePlan.Named named -> NOWHERE;
            case RoutePlan.Refused refused -> NOWHERE;
        };
    }

    /** Whether a statement without shard keys was allowed, allowed with a warning or refused, as a label of metrics. */
    static ScatterOutcome scatter(@Nullable RoutePlan plan) {
        if (plan instanceof RoutePlan.FanOut fanOut && fanOut.scatter()) {
            return allowed(fanOut.policy());
        }
        if (plan instanceof RoutePlan.Gather gather && gather.scatter()) {
            return allowed(gather.policy());
        }
        if (plan instanceof RoutePlan.ReadThenWrite steps) {
            return scatter(steps.query());
        }
        return plan instanceof RoutePlan.Refused refused && refused.isOfScatterPolicy()
                ? ScatterOutcome.REFUSED
                : ScatterOutcome.NONE;
    }

    private static ScatterOutcome allowed(ScatterPolicy policy) {
        return policy.rule() == ScatterPolicy.Rule.ALLOW ? ScatterOutcome.ALLOWED : ScatterOutcome.WARNED;
    }
}
