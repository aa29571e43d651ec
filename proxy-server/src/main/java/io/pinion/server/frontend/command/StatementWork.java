package io.pinion.server.frontend.command;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** A statement of the client: how it is planned, and what is done with its plan. Lives on the session's event loop. */
interface StatementWork {
    ClientStatement statement();

    /** Called when the session's state is known; again for each new topology while the statement waits for a shard. */
    RoutePlan plan(Catalog catalog);

    /** @param completion called when the answer has been handed to the session's sink, perhaps before this returns */
    void execute(RoutePlan plan, Completion completion);

    /** One of a command that is rarer than COM_QUERY. */
    static StatementWork of(
            ClientStatement statement,
            Function<Catalog, RoutePlan> planning,
            BiConsumer<RoutePlan, Completion> execution) {
        return new StatementWork() {
            @Override
            public ClientStatement statement() {
                return statement;
            }

            @Override
            public RoutePlan plan(Catalog catalog) {
                return planning.apply(catalog);
            }

            @Override
            public void execute(RoutePlan plan, Completion completion) {
                execution.accept(plan, completion);
            }
        };
    }
}
