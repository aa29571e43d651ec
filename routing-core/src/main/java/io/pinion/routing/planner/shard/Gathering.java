package io.pinion.routing.planner.shard;

import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.template.Request;
import java.util.List;

/** A statement whose tables are gathered on one server; of one shape. */
public interface Gathering {
    /**
     * @param shard one of the statement's shards, whose server does the work unless another is better
     * @param warnings of the statement itself
     */
    RoutePlan plan(Request request, int shard, SessionEffects effects, List<Condition> warnings);
}
