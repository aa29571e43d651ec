package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.StatementTraits;
import io.pinion.routing.template.Request;

/** A statement whose tables are gathered on one server; of one shape. */
public interface Gathering {
    /** @param shard one of those that the statement needs, where the work is done if nothing else speaks for another */
    RoutePlan plan(Request request, int shard, StatementTraits traits);

    /** A shard's server is asked for the columns, and nothing runs. */
    RoutePlan describe(Request request, ShardId shard, StatementTraits traits);
}
