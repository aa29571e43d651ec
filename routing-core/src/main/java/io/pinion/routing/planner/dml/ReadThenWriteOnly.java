package io.pinion.routing.planner.dml;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import java.util.List;

/**
 * A change whose text can't be rewritten for a shard, even if one shard has all rows: a query finds its rows, or an
 * INSERT takes them from one, and that query can be gathered.
 *
 * @param steps the query and the writes
 * @param refused the reason why there is no text for a shard
 */
public record ReadThenWriteOnly(Keyspace.Sharded keyspace, MultiShardStrategy.Steps steps, RoutePlan.Refused refused)
        implements PlanTemplate {
    @Override
    public RoutePlan bind(Request request) {
        if (!request.session().rights().mayUse(keyspace.name())) {
            return Refusals.accessDenied(request.session(), keyspace.name());
        }
        ShardId first = keyspace.ranges().firstShard();
        // A shard describes a statement that is only prepared, and it would have to understand the text.
        if (request.described() || request.oneShardNamed(keyspace) || first == null) {
            return refused;
        }
        return request.writing(written -> plan(new StepsPlanning(written, keyspace, List.of()), first.number()));
    }

    private RoutePlan plan(StepsPlanning planning, int first) {
        return switch (steps) {
            case MultiShardStrategy.FoundRows rows -> planning.found(rows, first);
            case MultiShardStrategy.Carried rows -> planning.carried(rows);
        };
    }
}
