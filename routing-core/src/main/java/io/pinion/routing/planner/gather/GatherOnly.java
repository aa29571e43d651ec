package io.pinion.routing.planner.gather;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import java.util.List;

/**
 * A query whose text can't be rewritten for a shard, even if one shard has all of its rows: the rows are gathered.
 *
 * @param refused the reason why there is no text for a shard
 */
public record GatherOnly(
        Keyspace.Sharded keyspace, GatherRoute gather, RoutePlan.Refused refused, SessionEffects effects)
        implements PlanTemplate {
    @Override
    public RoutePlan bind(Request request) {
        if (!request.session().rights().mayUse(keyspace.name())) {
            return Refusals.accessDenied(request.session(), keyspace.name());
        }
        ShardId first = keyspace.ranges().firstShard();
        if (request.oneShardNamed(keyspace) || first == null) {
            return refused;
        }
        return request.described()
                ? gather.describe(request, first, effects)
                : gather.plan(request, first.number(), effects, List.of());
    }
}
