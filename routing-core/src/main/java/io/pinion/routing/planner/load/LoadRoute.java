package io.pinion.routing.planner.load;

import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import io.pinion.routing.template.UnplannableException;

/** LOAD DATA LOCAL into a sharded keyspace. Its literals describe the file, so each statement is planned anew. */
public record LoadRoute(String keyspace, SessionEffects effects) implements PlanTemplate {
    @Override
    public RoutePlan bind(Request request) {
        if (request.described()) {
            return Refusals.unpreparable();
        }
        if (request.statement().parameterCount() > 0) {
            return request.withLiterals();
        }
        if (!request.session().rights().mayUse(keyspace)) {
            return Refusals.accessDenied(request.session(), keyspace);
        }
        try {
            return new LoadPlanning(request, keyspace, effects).plan();
        } catch (UnplannableException e) {
            return e.refused();
        }
    }
}
