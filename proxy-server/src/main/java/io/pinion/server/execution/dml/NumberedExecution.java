package io.pinion.server.execution.dml;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SessionContext;
import java.util.function.Consumer;

/**
 * The wait of a statement for the numbers of its rows, which come from a sequence of the keyspace, outside of any
 * transaction. No server has received any part of the statement. Lives on the session's event loop.
 */
public final class NumberedExecution implements Execution {
    private final SessionContext session;
    private final RoutePlan.Numbered plan;
    private final Consumer<RoutePlan> then;
    private final Consumer<ServerError> failed;
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
        session.cluster().number(session.state().view(), plan, next -> {
            if (!over) {
                over = true;
                then.accept(next);
            }
        });
    }

    @Override
    public void clientWritable() {}

    /** Numbers that arrive later are lost. */
    @Override
    public void kill() {
        if (!over) {
            over = true;
            failed.accept(INTERRUPTED);
        }
    }

    @Override
    public void clientGone() {
        over = true;
    }
}
