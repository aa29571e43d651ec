package io.pinion.routing.plan;

import io.pinion.routing.rewrite.SessionFunction;
import java.util.Collections;
import java.util.List;

/**
 * What is known of all statements of one shape in one database under one topology. Values decide only in {@link #bind},
 * so that a cached template and a fresh one give equal plans.
 */
sealed interface PlanTemplate permits PlanTemplate.Always, PlanTemplate.SessionRow, WholeRoute, AnyRoute, ShardRoute {

    /** @return the plan of this one statement; templates are shared by threads and keep nothing of it */
    RoutePlan bind(Request request);

    /** The same for every statement of the shape. */
    record Always(RoutePlan plan) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            return plan;
        }
    }

    /** One row of what the session itself knows: {@code SELECT DATABASE()}. */
    record SessionRow(String column, SessionFunction function) implements PlanTemplate {
        @Override
        public RoutePlan bind(Request request) {
            String value = request.textOf(function);
            return new RoutePlan.Local(new LocalAnswer.Rows(
                    LocalAnswer.Rows.textColumns(column), List.of(Collections.singletonList(value))));
        }
    }
}
