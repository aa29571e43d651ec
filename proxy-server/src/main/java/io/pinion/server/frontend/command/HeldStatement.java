package io.pinion.server.frontend.command;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.context.Planned;
import io.pinion.server.execution.context.ShardWait;
import java.util.function.Consumer;

/**
 * A statement that waits for a shard.
 *
 * @param use of its session
 * @param then receives the plan once it waits no more
 */
record HeldStatement(WorkPlanning planning, CatalogUse use, StatementWork work, Consumer<RoutePlan> then)
        implements ShardWait.Statement {
    @Override
    public Runnable plan(Consumer<Planned> whenPlanned, Consumer<ServerError> failed) {
        use.takeTransactionAlong();
        return planning.plan(work, whenPlanned, failed);
    }

    @Override
    public boolean isLeftBehind() {
        return use.isLeftBehind();
    }

    @Override
    public void waits() {
        use.endUnlessKept();
    }

    @Override
    public void goOn(RoutePlan plan) {
        then.accept(plan);
    }
}
