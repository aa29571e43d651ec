package io.pinion.server.execution.dml;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.execution.context.SessionContext;
import java.util.function.Consumer;

/**
 * The wait of a statement for the numbers of its rows, which come from a sequence of the keyspace, outside of any
 * transaction. No server has received any part of the statement. Lives on the session's event loop.
 */
public final class NumberedExecution extends StepPlanning {
    /** The numbered text of more rows takes milliseconds to plan. */
    private static final int FEW_ROWS = 50;

    private final SessionContext session;
    private final RoutePlan.Numbered plan;

    /**
     * @param then called with the plan of the statement with its numbers, or a refusal
     * @param failed called instead when the statement is killed
     */
    public NumberedExecution(
            SessionContext session, RoutePlan.Numbered plan, Consumer<RoutePlan> then, Consumer<ServerError> failed) {
        super(then, failed);
        this.session = session;
        this.plan = plan;
    }

    public void start() {
        session.cluster().take(plan.sequence(), plan.count(), plan.largest(), this::plan, this::end);
    }

    /** Numbers that arrive behind a kill are lost. */
    private void plan(long first) {
        if (isOver()) {
            return;
        }
        SessionView view = session.state().view();
        if (plan.count() <= FEW_ROWS) {
            end(session.cluster().planner().planNumbered(view, plan, first));
            return;
        }
        SessionView picture = view.asItIsNow();
        start(session, planner -> planner.planNumbered(picture, plan, first));
    }
}
