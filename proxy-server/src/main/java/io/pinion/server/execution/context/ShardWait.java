package io.pinion.server.execution.context;

import io.netty.util.concurrent.Future;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.HeldShard;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.server.execution.query.EditionTracker;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The wait of a statement for a shard that the topology holds; no server has received any part of it. It is planned
 * anew under each topology that its event loop adopts, since the shard may be on another pair when it is released.
 *
 * <pre>
 *   planned ──▶ a shard is held ──▶ waits ──▶ none is held any more: goes on
 *                                    ├──▶ its transaction isn't kept where the shards are now: an error
 *                                    ├──▶ pool.wait_timeout is over, or pool.max_waiters wait: an error
 *                                    └──▶ KILL, or its client is gone
 * </pre>
 *
 * While it waits, it counts for no generation of the topology ({@link EditionTracker}), so that the operation
 * which holds the shard may wait for statements of older generations. Lives on the session's event loop.
 */
public final class ShardWait implements Execution {
    /**
     * A connection with such state is pinned. Statements on it never wait, because the client must be able to end the
     * state.
     */
    private static final List<RetainedState> BEGUN =
            List.of(RetainedState.TABLE_LOCK, RetainedState.BACKUP_LOCK, RetainedState.XA);

    private final SessionContext session;
    private final Statement statement;
    private final Completion completion;
    private final ShardLine line;
    private HeldShard held;
    private Runnable planning = () -> {};
    private boolean over;
    private @Nullable Future<?> deadline;

    /** The statement that waits. */
    public interface Statement {
        /**
         * Plans it under the newest topology.
         *
         * @param then receives the plan, perhaps before this returns
         * @param failed receives instead the error of a statement that has none
         * @return gives it up
         */
        Runnable plan(Consumer<Planned> then, Consumer<ServerError> failed);

        /** Whether its transaction keeps it from going where the shards are now. */
        boolean isLeftBehind();

        /** It waits, or waits on: the plan isn't carried out. */
        void waits();

        /** It waits no more, and runs with {@code plan}. */
        void goOn(RoutePlan plan);
    }

    /**
     * @param held the shard for which the statement waits first
     * @param completion called when the statement ends here
     */
    public ShardWait(SessionContext session, Statement statement, HeldShard held, Completion completion) {
        this.session = session;
        this.statement = statement;
        this.held = held;
        this.completion = completion;
        this.line = session.cluster().shardLine();
    }

    /**
     * The held shard for which a statement has to wait.
     *
     * @return null when the statement may go on, as always when it continues a transaction or the like
     */
    public static @Nullable HeldShard of(SessionContext session, Planned planned) {
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

    public void start() {
        if (statement.isLeftBehind()) {
            over = true;
            leaveBehind(held);
            return;
        }
        statement.waits();
        if (!line.join(this)) {
            fail("as many as may wait already do, pool.max_waiters");
            return;
        }
        deadline = session.cluster()
                .pools()
                .loop()
                .schedule(
                        () -> fail("waited " + line.waitMillis() + " ms, pool.wait_timeout"),
                        line.waitMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /** The event loop has adopted another topology. */
    void lookAgain() {
        if (over) {
            return;
        }
        planning.run();
        planning = statement.plan(this::goOnOrWait, this::end);
    }

    private void goOnOrWait(Planned planned) {
        HeldShard still = of(session, planned);
        if (still == null) {
            leave();
            statement.goOn(planned.plan());
        } else if (statement.isLeftBehind()) {
            leave();
            leaveBehind(still);
        } else {
            held = still;
            statement.waits();
        }
    }

    @Override
    public String waitsFor() {
        return over ? "" : held + ", which is held";
    }

    private void fail(String why) {
        end(new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                "statements for " + held
                        + " are held, as while it moves or shards are opened, and this one has"
                        + " not run (" + why + "): try again; SHOW OPERATIONS tells of what holds them"));
    }

    private void end(ServerError error) {
        if (!over) {
            leave();
            session.fail(error, completion);
        }
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

    private void leave() {
        over = true;
        planning.run();
        line.leave(this);
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
