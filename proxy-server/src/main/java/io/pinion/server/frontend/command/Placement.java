package io.pinion.server.frontend.command;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.LoopCluster;
import org.jspecify.annotations.Nullable;

/** Where a plan runs, in the words of metrics; both empty when the proxy answers by itself. */
record Placement(String keyspace, String pair) {
    private static final Placement NOWHERE = new Placement("", "");

    static Placement of(@Nullable RoutePlan plan, LoopCluster cluster) {
        return switch (plan) {
            case null -> NOWHERE;
            case RoutePlan.SingleShard single ->
                new Placement(
                        cluster.keyspaceOf(single.target().database()),
                        single.target().pair());
            case RoutePlan.AnyServer any -> new Placement("", any.pair());
            case RoutePlan.FanOut fanOut -> new Placement(fanOut.keyspace(), "");
            case RoutePlan.Gather gather -> new Placement(gather.keyspace(), "");
            case RoutePlan.ChangeSession change -> NOWHERE;
            case RoutePlan.Local local -> NOWHERE;
            case RoutePlan.Admin admin -> NOWHERE;
            case RoutePlan.ChangeSchema(var change) -> new Placement(change.keyspace(), "");
            case RoutePlan.Split split -> NOWHERE;
            case RoutePlan.Named named -> NOWHERE;
            case RoutePlan.Refused refused -> NOWHERE;
        };
    }
}
