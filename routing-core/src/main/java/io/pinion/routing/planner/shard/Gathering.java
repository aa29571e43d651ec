package io.pinion.routing.planner.shard;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.template.Request;

/** A statement whose tables are gathered on one server; of one shape. */
public interface Gathering {
    /** @param shard one of the statement's shards, whose server does the work unless another is better */
    RoutePlan plan(Request request, int shard, SessionEffects effects);
}
