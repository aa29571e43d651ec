package io.pinion.server.frontend.command;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.routing.text.Parameters;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import java.util.function.BiConsumer;

/**
 * The preparation of a text, by COM_STMT_PREPARE or PREPARE.
 *
 * @param preparedIn the session when the text came
 */
record StatementPreparation(
        ClientStatement statement, SessionView preparedIn, BiConsumer<RoutePlan, Completion> execution)
        implements StatementWork {
    @Override
    public SessionView reading(SessionView session) {
        return session.reading(preparedIn);
    }

    @Override
    public Parameters parameters() {
        return Parameters.UNSET;
    }

    @Override
    public RoutePlan plan(StatementPlanner planner, Catalog catalog, SessionView session) {
        return planner.describe(catalog, session, statement.sql());
    }

    @Override
    public void execute(RoutePlan plan, Completion completion) {
        execution.accept(plan, completion);
    }
}
