package io.pinion.routing.planner.schema;

import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;

/** DDL on a sharded keyspace. It is rare, and its literals matter, so each statement is planned anew. */
public record SchemaRoute(String keyspace) implements PlanTemplate {
    @Override
    public RoutePlan bind(Request request) {
        Statement statement = request.statement();
        if (statement.parameterCount() == 0) {
            return new SchemaPlanning(request, keyspace).plan();
        }
        // Servers take no parameters there; values that Pinion itself writes in are fine.
        return statement.parameters() == Parameters.UNSET
                ? Refusals.syntax("a ? can't stand in a definition of tables")
                : request.planSent(statement.withLiterals(request.session().charset()));
    }
}
