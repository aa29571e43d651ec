package io.pinion.server.execution.dml;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.SessionContext;
import java.util.function.Consumer;

/**
 * The wait of a statement for the numbers of its rows, which come from a sequence of the keyspace, outside of any
 * transaction. No server has received any part of the statement. Lives on the session's event loop.
 */
public final class NumberedExecution implements Execution {
    /** The numbered text of more rows takes milliseconds to plan. */
    private static final int FEW_ROWS = 50;

    private final SessionContext session;
    private final RoutePlan.Numbered plan;
    private final Consumer<RoutePlan> then;
    private final Consumer<ServerError> failed;
    private Runnable planning = () -> {};
    private boolean over;

    /**
     * @param then called with the plan of the statement with its numbers, or a refusal
     * @param failed called instead when the statement is killed
     */
    public NumberedExecution(
            SessionContext session, RoutePlan.Numbered plan, Consumer<RoutePlan> then, Consumer<ServerError> failed) {
        this.session = session;
        this.plan = plan;
        this.then = then;
        this.failed = failed;
    }

    public void start() {
        session.cluster().take(plan.sequence(), plan.count(), plan.largest(), this::plan, this::end);
    }

    private void plan(long first) {
        if (over) {
            return;
        }
        SessionView view = session.state().view();
        if (plan.count() <= FEW_ROWS) {
            end(session.cluster().planner().planNumbered(view, plan, first));
            return;
        }
        SessionView picture = view.asItIsNow();
        planning = session.cluster()
                .planElsewhere(
                        picture.userName(),
                        planner -> planner.planNumbered(picture, plan, first),
                        this::end,
                        why -> fail(ExecutionRefusals.unplanned(why)));
    }

    private void end(RoutePlan next) {
        if (!over) {
            over = true;
            then.accept(next);
        }
    }

    private void fail(ServerError error) {
        if (!over) {
            over = true;
            planning.run();
            failed.accept(error);
        }
    }

    /** Numbers that arrive later are lost. */
    @Override
    public void kill() {
        fail(INTERRUPTED);
    }

    @Override
    public void clientGone() {
        over = true;
        planning.run();
    }
}
