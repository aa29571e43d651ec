package io.pinion.server.execution.dml;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.SessionContext;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The wait of a statement for the plan of one of its steps, which a thread of the pool makes. Lives on the session's event
 * loop.
 */
class StepPlanning implements Execution {
    private final Consumer<RoutePlan> then;
    private final Consumer<ServerError> failed;
    private Runnable planning = () -> {};
    private boolean over;

    /** @param failed called instead when there is no plan, or the statement is killed */
    StepPlanning(Consumer<RoutePlan> then, Consumer<ServerError> failed) {
        this.then = then;
        this.failed = failed;
    }

    /** @param how uses its planner and what never changes */
    final void start(SessionContext session, Function<StatementPlanner, RoutePlan> how) {
        planning = session.cluster()
                .planElsewhere(
                        session.state().view().userName(),
                        how,
                        this::end,
                        why -> fail(ExecutionRefusals.unplanned(why)));
    }

    final boolean isOver() {
        return over;
    }

    /** The plan is there; nothing happens behind a kill. */
    final void end(RoutePlan plan) {
        if (!over) {
            over = true;
            then.accept(plan);
        }
    }

    private void fail(ServerError error) {
        if (!over) {
            over = true;
            planning.run();
            failed.accept(error);
        }
    }

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
