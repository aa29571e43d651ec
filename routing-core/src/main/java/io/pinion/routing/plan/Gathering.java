package io.pinion.routing.plan;

import io.pinion.routing.catalog.ShardId;

/** A statement whose tables are gathered on one server; of one shape. */
interface Gathering {
    /** @param shard one of those that the statement needs, where the work is done if nothing else speaks for another */
    RoutePlan plan(Request request, int shard, StatementTraits traits);

    /** A shard's server is asked for the columns, and nothing runs. */
    RoutePlan describe(Request request, ShardId shard, StatementTraits traits);
}
