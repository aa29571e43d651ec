package io.pinion.server.execution;

import io.netty.channel.EventLoop;
import io.pinion.protocol.flags.Terms;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.execution.answer.CollectedAnswer;
import io.pinion.server.execution.answer.CollectingSink;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.execution.context.PinnedConnections;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.session.SessionState;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Executes statements of Pinion's own, one after the other in a session without a client, until an answer ends the session.
 * They read or write rows: no admin statement and no change of tables is one. Lives on the session's event loop.
 */
public final class InternalExecution {
    /** For the server's answer to a KILL. */
    private static final long LAST_MILLIS = 2_000;

    private final EventLoop loop;
    private final SessionContext session;
    private final CollectingSink sink;
    private final PlanExecutor executor;
    private final Runnable gone;
    private final CompletableFuture<CollectedAnswer> answer = new CompletableFuture<>();
    private boolean over;

    /** @param gone is called once, when nothing of the session is left on its connections */
    public InternalExecution(LoopCluster cluster, SessionState state, Runnable gone) {
        this.loop = cluster.pools().loop();
        this.gone = gone;
        this.sink = new CollectingSink(new Terms(state.capabilities(), state.javaCharset()), this::end);
        PinnedConnections pinned = new PinnedConnections(state, cluster, loop);
        state.events().begun(cluster.planner().dialect(), pinned.last()::isAtHand);
        this.session = new SessionContext(cluster, state, pinned, sink, CapabilityFlavour.of(state.capabilities()));
        this.executor = new PlanExecutor(
                session,
                (sql, view) -> CompletableFuture.failedStage(new IllegalStateException("it is no admin statement")),
                (change, context, done, failed) -> {
                    throw new IllegalStateException("it changes no table");
                });
    }

    public SessionContext session() {
        return session;
    }

    /**
     * Lets the time for the session begin.
     *
     * @return the answer that ends it; completed within the deadline, and never fails
     */
    public CompletionStage<CollectedAnswer> within(Duration deadline) {
        assert loop.inEventLoop();
        Future<?> late = loop.schedule(() -> tooSlow(deadline), deadline.toMillis(), TimeUnit.MILLISECONDS);
        answer.whenComplete((given, failure) -> late.cancel(false));
        return answer;
    }

    /** Takes a step, unless the session is over; a mistake in it ends the session. */
    public void guarded(Runnable step) {
        if (over) {
            return;
        }
        try {
            step.run();
        } catch (RuntimeException e) {
            endWith(new CollectedAnswer.Unknown("is a mistake of Pinion's own: " + e));
        }
    }

    /** Executes a plan; its refusal ends the session. */
    public void execute(RoutePlan plan, SqlCommand command, Completion completion) {
        if (plan instanceof RoutePlan.Refused refused) {
            endWith(new CollectedAnswer.Refused(refused.code(), refused.reason(), true));
            return;
        }
        sink.begin();
        executor.execute(plan, command, completion);
    }

    /** The statement waits: for its plan, or until its shard is released. */
    public void await(Execution wait) {
        sink.begin();
        executor.await(wait);
    }

    private void tooSlow(Duration deadline) {
        if (answer.complete(new CollectedAnswer.Unknown("takes longer than " + deadline.toSeconds() + " s"))) {
            executor.kill();
            loop.schedule(this::end, LAST_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Ends the session with the answer to the last statement. */
    public void end() {
        endWith(sink.answer());
    }

    private void endWith(CollectedAnswer given) {
        if (over) {
            return;
        }
        over = true;
        answer.complete(given);
        loop.execute(() -> {
            executor.clientGone();
            sink.release();
            gone.run();
        });
    }
}
