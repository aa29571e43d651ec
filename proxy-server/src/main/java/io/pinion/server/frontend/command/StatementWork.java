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

/**
 * A statement of the client: how it is planned, and what is done with its plan. Lives on the session's event loop.
 *
 * @param preparedIn the session at the time of its preparation, by which its text is read; null for one that wasn't
 *     prepared
 * @param parameters the values of its {@code ?}; {@link Parameters#UNSET} when it is only prepared
 * @param bytes the number of bytes that planning may read: the text, and the values bound to its {@code ?}
 * @param execution gets the plan; its completion is called when the answer has been handed to the session's sink, perhaps
 *     before that returns
 */
record StatementWork(
        ClientStatement statement,
        @Nullable SessionView preparedIn,
        Parameters parameters,
        int bytes,
        Planning planning,
        BiConsumer<RoutePlan, Completion> execution) {
    private static final Planning AS_IT_IS = StatementPlanner::plan;

    /** Makes the plan of a text. */
    interface Planning {
        /**
         * Called when the session's state is known, on the thread of the planner; again when the session or the topology
         * has changed before the plan was used.
         *
         * @param session as {@link StatementWork#reading} gives it
         */
        RoutePlan plan(StatementPlanner planner, Catalog catalog, SessionView session, byte[] sql);
    }

    /** A text that is planned as it is. */
    static StatementWork of(ClientStatement statement, BiConsumer<RoutePlan, Completion> execution) {
        return of(statement, null, execution);
    }

    /** The same for a text that was prepared. */
    static StatementWork of(
            ClientStatement statement, @Nullable SessionView preparedIn, BiConsumer<RoutePlan, Completion> execution) {
        return new StatementWork(statement, preparedIn, Parameters.NONE, statement.sql().length, AS_IT_IS, execution);
    }

    /**
     * The preparation of a text, by COM_STMT_PREPARE or PREPARE.
     *
     * @param preparedIn the session when the text came
     */
    static StatementWork preparing(
            ClientStatement statement, SessionView preparedIn, BiConsumer<RoutePlan, Completion> execution) {
        return new StatementWork(
                statement, preparedIn, Parameters.UNSET, statement.sql().length, StatementPlanner::describe, execution);
    }

    /** Whether the text is read by the session of now, and planned as it is. */
    boolean isPlain() {
        return preparedIn == null && planning == AS_IT_IS;
    }

    /** The session as the text is read: that of the time of its preparation, for one that was prepared. */
    SessionView reading(SessionView session) {
        return preparedIn == null ? session : session.reading(preparedIn);
    }
}
