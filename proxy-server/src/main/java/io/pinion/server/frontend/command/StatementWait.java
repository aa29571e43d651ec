package io.pinion.server.frontend.command;

import io.netty.util.concurrent.Future;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.HeldShard;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.Planned;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.ShardLine;
import io.pinion.server.planning.PlanningPool;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wait of a statement of which no server has received any part: for its plan, which a thread of the pool makes, and
 * for a shard that the topology holds. In the line for a shard it is planned anew under each topology that its event loop
 * adopts, since the shard may be on another pair when it is released.
 *
 * <pre>
 *   plans ──▶ no shard is held: goes on
 *     │  └──▶ a shard is held ──▶ waits ──▶ none is held any more: goes on
 *     │                             ├──▶ its transaction isn't kept where the shards are now: an error
 *     │                             └──▶ pool.wait_timeout is over, or pool.max_waiters wait: an error
 *     ├──▶ the time for planning is over, or too many texts wait: an error
 *     └──▶ KILL, or its client is gone, in either wait
 * </pre>
 *
 * As long as it waits or is planned elsewhere, the session counts for no generation of the topology ({@link CatalogUse}),
 * so that the operation which holds the shard may wait for statements of older generations. The statement is planned
 * again when the topology or the session is another one at the end of the planning. Lives on the session's event loop.
 */
final class StatementWait implements Execution {
    private static final Logger log = LoggerFactory.getLogger(StatementWait.class);

    /**
     * A connection with such state is pinned. Statements on it never wait, because the client must be able to end the
     * state.
     */
    private static final List<RetainedState> BEGUN =
            List.of(RetainedState.TABLE_LOCK, RetainedState.BACKUP_LOCK, RetainedState.XA);

    private final SessionContext session;
    private final WorkPlanning planning;
    private final CatalogUse use;
    private final StatementWork work;
    private final Consumer<Planned> then;
    private final Completion completion;
    private final ShardLine line;
    private final Runnable lookAgain = this::lookAgain;

    /** The shard for which it waits; null while it waits for its first plan. */
    private @Nullable HeldShard held;

    /** Gives up the planning under way, whose number is {@link #plannings}. */
    private Runnable giveUp = () -> {};

    private int plannings;
    private @Nullable Future<?> deadline;
    private boolean over;

    /**
     * @param then receives the plan
     * @param completion called instead when the statement ends here
     */
    StatementWait(
            SessionContext session,
            WorkPlanning planning,
            CatalogUse use,
            StatementWork work,
            Consumer<Planned> then,
            Completion completion) {
        this.session = session;
        this.planning = planning;
        this.use = use;
        this.work = work;
        this.then = then;
        this.completion = completion;
        this.line = session.cluster().shardLine();
    }

    /**
     * The held shard for which a statement has to wait.
     *
     * @return null when the statement may go on, as always when it continues a transaction or the like
     */
    static @Nullable HeldShard shardOf(SessionContext session, Planned planned) {
        HeldShard held = planned.held();
        return held == null || hasBegunOn(held.pair(), session) ? null : held;
    }

    private static boolean hasBegunOn(String pair, SessionContext session) {
        return BEGUN.stream().anyMatch(what -> session.pinned()
                .all()
                .pairWith(what)
                .filter(pair::equals)
                .isPresent());
    }

    /** Begins with the planning of a text that takes longer than a moment. */
    void start() {
        endIn(PlanningPool.DEADLINE_MILLIS, this::planTooLate);
        planElsewhere();
    }

    private void endIn(long millis, Runnable end) {
        Future<?> before = deadline;
        if (before != null) {
            before.cancel(false);
        }
        deadline = session.cluster().pools().loop().schedule(end, millis, TimeUnit.MILLISECONDS);
    }

    private void plan() {
        if (planning.takesAMoment(work)) {
            giveUp.run();
            plannings++;
            planned(planning.planNow(work));
        } else {
            planElsewhere();
        }
    }

    private void planElsewhere() {
        giveUp.run();
        plannings++;
        int number = plannings;
        Planned refused = planning.refusedUser();
        if (refused != null) {
            planned(refused);
            return;
        }
        Catalog catalog = planning.catalogAside();
        SessionView view = session.state().view();
        SessionView picture = view.asItIsNow();
        giveUp = session.cluster()
                .planElsewhere(
                        picture.userName(),
                        planner -> WorkPlanning.planned(planner, work, catalog, picture),
                        made -> {
                            if (isCurrent(number)) {
                                planning.whenKnown(work, () -> check(number, made, catalog, view, picture));
                            }
                        },
                        why -> {
                            if (isCurrent(number)) {
                                end(ExecutionRefusals.unplanned(why));
                            }
                        });
    }

    private boolean isCurrent(int number) {
        return !over && number == plannings;
    }

    private void check(int number, Planned made, Catalog catalog, SessionView view, SessionView picture) {
        if (!isCurrent(number)) {
            return;
        }
        if (planning.mayUse(catalog) && isAsBefore(view, picture)) {
            planned(planning.used(made));
        } else {
            planElsewhere();
        }
    }

    /** Whether a plan for what the session was is right for what it is. */
    @SuppressWarnings("ReferenceEquality") // the session makes another view when anything in it changes
    private boolean isAsBefore(SessionView view, SessionView picture) {
        return session.state().view() == view
                && view.previous().get().equals(picture.previous().get());
    }

    /** It has a plan: goes on with it, or waits for the shard that is held. */
    void planned(Planned planned) {
        HeldShard shard = shardOf(session, planned);
        if (shard == null) {
            leave();
            goOn(planned);
        } else if (held == null && use.takeTransactionAlong()) {
            // The transaction is under the newest topology now, which may no longer hold the shard.
            endIn(PlanningPool.DEADLINE_MILLIS, this::planTooLate);
            plan();
        } else if (use.isLeftBehind()) {
            leave();
            leaveBehind(shard);
        } else {
            boolean waits = held != null;
            held = shard;
            use.endUnlessKept();
            if (!waits) {
                enterLine();
            }
        }
    }

    private void enterLine() {
        if (line.join(lookAgain)) {
            long millis = line.waitMillis();
            endIn(millis, () -> shardTooLate("waited " + millis + " ms, pool.wait_timeout"));
        } else {
            shardTooLate("as many as may wait already do, pool.max_waiters");
        }
    }

    /** The event loop has adopted another topology. */
    private void lookAgain() {
        if (!over) {
            use.takeTransactionAlong();
            plan();
        }
    }

    /** No Netty handler may be the caller here, which would close the client's connection after a mistake. */
    private void goOn(Planned planned) {
        try {
            then.accept(planned);
        } catch (RuntimeException | Error e) {
            log.error("A planned statement can't be executed", e);
            session.sink().close();
        }
    }

    @Override
    public String waitsFor() {
        return over ? "" : held == null ? "its planning" : held + ", which is held";
    }

    private void planTooLate() {
        end(new ServerError(
                ErrorCode.QUERY_TIMEOUT,
                "this statement is so long that its planning, and the wait for its turn, took more than "
                        + TimeUnit.MILLISECONDS.toSeconds(PlanningPool.DEADLINE_MILLIS)
                        + " s, and it has not run: send it in parts, or fewer of its kind at a time"));
    }

    private void shardTooLate(String why) {
        end(new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                "statements for " + held
                        + " are held, as while it moves or shards are opened, and this one has"
                        + " not run (" + why + "): try again; SHOW OPERATIONS tells of what holds them"));
    }

    /**
     * The transaction stays open, as on a server behind this error, which clients that begin a transaction again know.
     */
    private void leaveBehind(HeldShard gone) {
        session.fail(
                new ServerError(
                        ErrorCode.LOCK_WAIT_TIMEOUT,
                        gone + " has gone to other servers while this transaction was open, and the statement has not"
                                + " run: ROLLBACK, and begin the transaction again"),
                completion);
    }

    private void end(ServerError error) {
        if (!over) {
            leave();
            session.fail(error, completion);
        }
    }

    private void leave() {
        over = true;
        giveUp.run();
        line.leave(lookAgain);
        Future<?> timer = deadline;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    @Override
    public void kill() {
        end(INTERRUPTED);
    }

    @Override
    public void clientGone() {
        leave();
    }
}
