package io.pinion.routing.planner.schema;

import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;

/** DDL on a sharded keyspace: rare, and what its literals say matters, so that each statement is read anew. */
public record SchemaRoute(String keyspace) implements PlanTemplate {
    @Override
    public RoutePlan bind(Request request) {
        Statement statement = request.statement();
        if (statement.parameterCount() == 0) {
            return new SchemaPlanning(request, keyspace).plan();
        }
        // Servers take no parameters there; where Pinion itself writes values in, they are like any others.
        return statement.parameters() == Parameters.UNSET
                ? Refusals.syntax("a ? can't stand in a definition of tables")
                : request.planSent(statement.withLiterals(request.session().charset()));
    }
}
