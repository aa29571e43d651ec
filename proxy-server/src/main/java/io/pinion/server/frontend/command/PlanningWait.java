package io.pinion.server.frontend.command;

import io.netty.util.concurrent.Future;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.Planned;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.planning.PlanningPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wait of a statement for its plan, which a thread of the pool makes.
 *
 * <pre>
 *   waits ──▶ planned: goes on
 *     ├──▶ the time for planning is over, or too many texts wait: an error
 *     └──▶ KILL, or its client is gone
 * </pre>
 *
 * Lives on the session's event loop.
 */
final class PlanningWait implements Execution {
    private static final Logger log = LoggerFactory.getLogger(PlanningWait.class);

    private final SessionContext session;
    private final Completion completion;
    private final PlanningElsewhere planning;
    private @Nullable Future<?> deadline;
    private boolean over;

    /**
     * @param then receives the plan
     * @param completion called when the statement ends here
     */
    PlanningWait(
            SessionContext session,
            WorkPlanning planning,
            StatementWork work,
            Consumer<Planned> then,
            Completion completion) {
        this.session = session;
        this.completion = completion;
        this.planning = new PlanningElsewhere(
                session,
                planning,
                work,
                planned -> {
                    leave();
                    goOn(planned, then);
                },
                why -> fail(ExecutionRefusals.unplanned(why)));
    }

    void start() {
        deadline = session.cluster()
                .pools()
                .loop()
                .schedule(() -> fail(tooLate()), PlanningPool.DEADLINE_MILLIS, TimeUnit.MILLISECONDS);
        planning.start();
    }

    /** No Netty handler is the caller here, which would close the client's connection after a mistake. */
    private void goOn(Planned planned, Consumer<Planned> then) {
        try {
            then.accept(planned);
        } catch (RuntimeException | Error e) {
            log.error("A planned statement can't be executed", e);
            session.sink().close();
        }
    }

    private static ServerError tooLate() {
        return new ServerError(
                ErrorCode.QUERY_TIMEOUT,
                "this statement is so long that its planning, and the wait for its turn, took more than "
                        + TimeUnit.MILLISECONDS.toSeconds(PlanningPool.DEADLINE_MILLIS)
                        + " s, and it has not run: send it in parts, or fewer of its kind at a time");
    }

    private void fail(ServerError error) {
        if (!over) {
            leave();
            session.fail(error, completion);
        }
    }

    private void leave() {
        over = true;
        planning.giveUp();
        Future<?> timer = deadline;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    @Override
    public String waitsFor() {
        return over ? "" : "its planning";
    }

    @Override
    public void kill() {
        fail(INTERRUPTED);
    }

    @Override
    public void clientGone() {
        leave();
    }
}
