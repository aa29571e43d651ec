package io.pinion.server.frontend.command;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.routing.text.Parameters;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A statement of the client: how it is planned, and what is done with its plan. Lives on the session's event loop. */
interface StatementWork {
    ClientStatement statement();

    /** The session as the text is read: that of the time of its preparation, for one that was prepared. */
    default SessionView reading(SessionView session) {
        return session;
    }

    /** The values of its {@code ?}; {@link Parameters#UNSET} when it is only prepared. */
    default Parameters parameters() {
        return Parameters.NONE;
    }

    /** The number of bytes that planning may read: the text, and the values bound to its {@code ?}. */
    default int bytes() {
        return statement().sql().length;
    }

    /**
     * Called when the session's state is known, on the thread of the planner; again when the session or the topology has
     * changed before the plan was used.
     *
     * @param session as {@link #reading} gives it
     */
    default RoutePlan plan(StatementPlanner planner, Catalog catalog, SessionView session) {
        return planner.plan(catalog, session, statement().sql());
    }

    /** @param completion called when the answer has been handed to the session's sink, perhaps before this returns */
    void execute(RoutePlan plan, Completion completion);

    /** A text that is planned as it is. */
    static StatementWork of(ClientStatement statement, BiConsumer<RoutePlan, Completion> execution) {
        return of(statement, null, execution);
    }

    /** The same for a text that was prepared. */
    static StatementWork of(
            ClientStatement statement, @Nullable SessionView preparedIn, BiConsumer<RoutePlan, Completion> execution) {
        return new StatementWork() {
            @Override
            public ClientStatement statement() {
                return statement;
            }

            @Override
            public SessionView reading(SessionView session) {
                return preparedIn == null ? session : session.reading(preparedIn);
            }

            @Override
            public void execute(RoutePlan plan, Completion completion) {
                execution.accept(plan, completion);
            }
        };
    }
}
