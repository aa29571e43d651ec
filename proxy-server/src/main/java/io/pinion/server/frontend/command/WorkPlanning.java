package io.pinion.server.frontend.command;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.routing.text.Fingerprint;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.Planned;
import io.pinion.server.execution.context.SessionContext;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Plans a session's statements before any of them is sent to a server: on its event loop what takes a moment, on a thread
 * of the pool what may take longer. Lives on the loop.
 */
final class WorkPlanning {
    private final SessionContext session;
    private final CurrentUser user;
    private final CatalogUse use;
    private final BiConsumer<ClientStatement, Runnable> whenKnown;

    /**
     * @param whenKnown calls back, perhaps before it returns, when the session knows what a plan may depend on
     */
    WorkPlanning(
            SessionContext session, CurrentUser user, CatalogUse use, BiConsumer<ClientStatement, Runnable> whenKnown) {
        this.session = session;
        this.user = user;
        this.use = use;
        this.whenKnown = whenKnown;
    }

    /**
     * Plans a statement, and makes it wait while one of its shards is held.
     *
     * @param then receives the plan, perhaps before this returns
     * @param completion called instead when the statement ends before it has a plan
     */
    void begin(StatementWork work, Consumer<Planned> then, Completion completion) {
        Planned atOnce = takesAMoment(work) ? planNow(work) : null;
        if (atOnce != null && StatementWait.shardOf(session, atOnce) == null) {
            then.accept(atOnce);
            return;
        }
        StatementWait wait = new StatementWait(session, this, use, work, then, completion);
        session.current().set(wait);
        if (atOnce == null) {
            wait.start();
        } else {
            wait.planned(atOnce);
        }
    }

    boolean takesAMoment(StatementWork work) {
        int bytes = work.bytes();
        boolean surely = bytes < StatementPlanner.SHORT_BYTES
                && StatementPlanner.isSurelyQuick(work.statement().sql());
        return surely || (bytes < StatementPlanner.LONG_BYTES && isQuick(work));
    }

    private boolean isQuick(StatementWork work) {
        return session.cluster()
                .planner()
                .isQuick(
                        session.cluster().catalog(),
                        work.reading(session.state().view()),
                        work.statement().sql(),
                        work.parameters());
    }

    /** Plans under the topology in use. */
    Planned planNow(StatementWork work) {
        Planned refused = refusedUser();
        return refused == null
                ? used(planned(
                        session.cluster().planner(),
                        work,
                        use.begin(),
                        session.state().view()))
                : refused;
    }

    /**
     * Null as long as the session's user may go on: a later statement of one text may be planned long after the command
     * has come.
     */
    @Nullable
    Planned refusedUser() {
        return user.isPresent() ? null : new Planned(refused(user.reason()), null, null);
    }

    /** The topology to plan with; the session doesn't count under it, unless its transaction does. */
    Catalog catalogAside() {
        Catalog catalog = use.begin();
        use.endUnlessKept();
        return catalog;
    }

    void whenKnown(StatementWork work, Runnable then) {
        whenKnown.accept(work.statement(), then);
    }

    /** Whether a plan made with {@code catalog} may be used now; if so, the session counts under its topology. */
    boolean mayUse(Catalog catalog) {
        if (!user.isPresent() || use.begin() != catalog) {
            use.endUnlessKept();
            return false;
        }
        return true;
    }

    Planned used(Planned planned) {
        if (isApart(planned.plan())) {
            // An admin statement touches no shard, and may itself wait until no statement runs under an older
            // topology, as REVERT OPERATION does. A schema change reads the stored topology, and waits for other
            // operations that change it.
            use.endUnlessKept();
        }
        return planned;
    }

    private static boolean isApart(RoutePlan plan) {
        return plan instanceof RoutePlan.Admin || plan instanceof RoutePlan.ChangeSchema;
    }

    /** Plans on the planner's thread, whichever that is. */
    static Planned planned(StatementPlanner planner, StatementWork work, Catalog catalog, SessionView view) {
        try {
            RoutePlan plan = work.planning()
                    .plan(planner, catalog, work.reading(view), work.statement().sql());
            Fingerprint shape = planner.shape();
            boolean mayWait = catalog.holdsShards() && !work.statement().hasBegun();
            return new Planned(
                    plan,
                    mayWait ? planner.heldShard(catalog, view, work.statement().sql(), plan) : null,
                    shape);
        } catch (CancellationException givenUp) {
            throw givenUp;
        } catch (RuntimeException e) {
            return new Planned(refused(ExecutionRefusals.unplanned(e)), null, null);
        }
    }

    private static RoutePlan.Refused refused(ServerError error) {
        return new RoutePlan.Refused(error.code(), error.sqlState(), error.message());
    }
}
