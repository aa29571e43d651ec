package io.pinion.server.frontend.command;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.execution.context.Planned;
import io.pinion.server.execution.context.SessionContext;
import java.util.function.Consumer;

/**
 * The planning of one statement on a thread of the pool. As long as it goes on, the session counts for no generation of
 * the topology, so that no operation waits for it. The statement is planned again when the topology or the session is
 * another one at its end. Lives on the session's event loop.
 */
final class PlanningElsewhere {
    private final SessionContext session;
    private final WorkPlanning planning;
    private final StatementWork work;
    private final Consumer<Planned> then;
    private final Consumer<Throwable> failed;
    private Runnable current = () -> {};
    private boolean over;

    /**
     * @param then receives the plan
     * @param failed receives the reason why there is none
     */
    PlanningElsewhere(
            SessionContext session,
            WorkPlanning planning,
            StatementWork work,
            Consumer<Planned> then,
            Consumer<Throwable> failed) {
        this.session = session;
        this.planning = planning;
        this.work = work;
        this.then = then;
        this.failed = failed;
    }

    void start() {
        Planned refused = planning.refusedUser();
        if (refused != null) {
            end(refused);
            return;
        }
        Catalog catalog = planning.catalogAside();
        SessionView view = session.state().view();
        SessionView picture = view.asItIsNow();
        current = session.cluster()
                .planElsewhere(
                        picture.userName(),
                        planner -> WorkPlanning.planned(planner, work, catalog, picture),
                        planned -> {
                            if (!over) {
                                planning.whenKnown(work, () -> check(planned, catalog, view, picture));
                            }
                        },
                        this::fail);
    }

    /** Nothing is told after this. */
    void giveUp() {
        over = true;
        current.run();
    }

    private void check(Planned planned, Catalog catalog, SessionView view, SessionView picture) {
        if (over) {
            return;
        }
        if (planning.mayUse(catalog) && isAsBefore(view, picture)) {
            end(planning.used(planned));
        } else {
            start();
        }
    }

    /** Whether a plan for what the session was is right for what it is. */
    @SuppressWarnings("ReferenceEquality") // the session makes another view when anything in it changes
    private boolean isAsBefore(SessionView view, SessionView picture) {
        return session.state().view() == view
                && view.previous().get().equals(picture.previous().get());
    }

    private void end(Planned planned) {
        if (!over) {
            over = true;
            then.accept(planned);
        }
    }

    private void fail(Throwable why) {
        if (!over) {
            over = true;
            failed.accept(why);
        }
    }
}
