package io.pinion.server.frontend.command;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.HeldShard;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.ShardWait;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans the statements of a session of Pinion's own, each with the present rights of its user. As long as one of them may
 * run, the session counts under the topology with which it was planned. {@link StatementRunner} does the same for clients
 * by itself, since each class on the way of their statements is one more that a reader must open. Lives on the session's
 * event loop.
 */
final class PlannedStatements {
    private static final Logger log = LoggerFactory.getLogger(PlannedStatements.class);

    private final SessionContext session;
    private final PlanExecutor executor;
    private final CurrentUser user;
    private final CatalogUse use;

    PlannedStatements(SessionContext session, PlanExecutor executor, CurrentUser user) {
        this.session = session;
        this.executor = executor;
        this.user = user;
        this.use = new CatalogUse(session);
    }

    /** Called when no statement runs: the session counts under no topology, unless its transaction goes on. */
    void endUnlessKept() {
        use.endUnlessKept();
    }

    /** Plans a statement before any of it is sent to a server, and makes it wait while one of its shards is held. */
    void begin(StatementWork work, Consumer<RoutePlan> then, Completion completion) {
        RoutePlan plan = plan(work);
        HeldShard held = ShardWait.of(session, use.catalog(), work.statement(), plan);
        if (held != null && use.takeTransactionAlong()) {
            // The transaction is under the newest topology now, which may no longer hold the shard.
            plan = plan(work);
            held = ShardWait.of(session, use.catalog(), work.statement(), plan);
        }
        if (held == null) {
            then.accept(plan);
        } else {
            executor.await(new ShardWait(session, work.statement(), new SetAside(work, then), held, completion));
        }
    }

    private RoutePlan plan(StatementWork work) {
        if (!user.isPresent()) {
            ServerError error = user.reason();
            return new RoutePlan.Refused(error.code(), error.sqlState(), error.message());
        }
        try {
            return work.plan(use.begin());
        } catch (RuntimeException e) {
            log.error("Planning failed", e);
            return new RoutePlan.Refused(
                    ErrorCode.INTERNAL_ERROR.number(),
                    ErrorCode.INTERNAL_ERROR.sqlState(),
                    "Pinion can't plan this statement because of a mistake of its own: " + e);
        }
    }

    /** A statement that waits for a shard. */
    private final class SetAside implements ShardWait.Statement {
        private final StatementWork work;
        private final Consumer<RoutePlan> then;

        SetAside(StatementWork work, Consumer<RoutePlan> then) {
            this.work = work;
            this.then = then;
        }

        @Override
        public RoutePlan plan() {
            use.takeTransactionAlong();
            return PlannedStatements.this.plan(work);
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
}
