package io.pinion.server.frontend.command;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.context.ShardWait;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A statement that waits for a shard.
 *
 * @param use of its session
 * @param planning plans it under the newest topology
 * @param then receives the plan once it waits no more
 */
record HeldStatement(CatalogUse use, Supplier<RoutePlan> planning, Consumer<RoutePlan> then)
        implements ShardWait.Statement {
    @Override
    public RoutePlan plan() {
        use.takeTransactionAlong();
        return planning.get();
    }

    @Override
    public Catalog catalog() {
        return use.catalog();
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
