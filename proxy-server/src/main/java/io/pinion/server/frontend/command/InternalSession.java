package io.pinion.server.frontend.command;

import io.netty.channel.EventLoop;
import io.pinion.config.topology.User;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Terms;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.answer.CollectedAnswer;
import io.pinion.server.execution.answer.CollectingSink;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.execution.context.PinnedConnections;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.session.ClientProgram;
import io.pinion.server.session.PreparedStatements;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.SessionVariables;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A session of Pinion's own in the name of a user, for some statements: they are planned, wait for held shards and count
 * under their topology as those of a client, with the user's rights. Lives on its event loop.
 */
public final class InternalSession {
    /** For the server's answer to a KILL. */
    private static final long LAST_MILLIS = 2_000;

    private static final Capabilities CAPABILITIES = Capabilities.of(
            Capabilities.PROTOCOL_41,
            Capabilities.TRANSACTIONS,
            Capabilities.SECURE_CONNECTION,
            Capabilities.PLUGIN_AUTH,
            Capabilities.DEPRECATE_EOF,
            Capabilities.FOUND_ROWS);

    private final LoopCluster cluster;
    private final EventLoop loop;
    private final SessionState state;
    private final CollectingSink sink;
    private final PlanExecutor executor;
    private final PlannedStatements planned;
    private final Deque<String> left;
    private final CompletableFuture<CollectedAnswer> answer = new CompletableFuture<>();
    private boolean over;

    private InternalSession(LoopCluster cluster, User user, Collection<String> statements) {
        this.cluster = cluster;
        this.loop = cluster.pools().loop();
        this.left = new ArrayDeque<>(statements);
        this.state = new SessionState(
                0,
                user,
                "",
                new ClientProgram("pinion"),
                CAPABILITIES,
                new SessionVariables("utf8mb4", ""),
                new PreparedStatements(0, 0));
        this.sink = new CollectingSink(new Terms(CAPABILITIES, StandardCharsets.UTF_8), this::end);
        PinnedConnections pinned = new PinnedConnections(state, cluster, loop);
        state.events().begun(cluster.planner().dialect(), pinned.last()::isAtHand);
        SessionContext context = new SessionContext(cluster, state, pinned, sink, CapabilityFlavour.of(CAPABILITIES));
        this.executor = new PlanExecutor(
                context,
                (sql, session) -> CompletableFuture.failedStage(new IllegalStateException("it is no admin statement")),
                (change, session, done, failed) -> {
                    throw new IllegalStateException("it changes no table");
                });
        this.planned = new PlannedStatements(context, executor, new CurrentUser(context));
    }

    /**
     * Runs statements until one fails, and ends their session.
     *
     * @return the last one's answer; completed soon behind the deadline at the latest, and never fails
     */
    public static CompletionStage<CollectedAnswer> run(
            LoopCluster cluster, User user, Collection<String> statements, Duration deadline) {
        InternalSession session = new InternalSession(cluster, user, statements);
        assert session.loop.inEventLoop();
        Future<?> late =
                session.loop.schedule(() -> session.tooSlow(deadline), deadline.toMillis(), TimeUnit.MILLISECONDS);
        session.answer.whenComplete((given, failure) -> late.cancel(false));
        session.next();
        return session.answer;
    }

    private void next() {
        byte[] sql = left.remove().getBytes(StandardCharsets.UTF_8);
        SqlCommand command = SqlCommand.of(sql);
        StatementWork work = StatementWork.of(
                command,
                catalog -> cluster.planner().plan(catalog, state.view(), sql),
                (plan, completion) -> executor.execute(plan, command, completion));
        Completion ended = new Ended();
        sink.begin();
        cluster.learnShape(
                state.view(),
                sql,
                () -> guarded(() -> planned.begin(work, plan -> guarded(() -> execute(plan, work, ended)), ended)));
    }

    private void execute(RoutePlan plan, StatementWork work, Completion ended) {
        if (plan instanceof RoutePlan.Refused refused) {
            answer.complete(new CollectedAnswer.Refused(refused.code(), refused.reason(), true));
            end();
        } else {
            work.execute(plan, ended);
        }
    }

    private void guarded(Runnable step) {
        if (over) {
            return;
        }
        try {
            step.run();
        } catch (RuntimeException e) {
            answer.complete(new CollectedAnswer.Unknown("is a mistake of Pinion's own: " + e));
            end();
        }
    }

    private final class Ended implements Completion {
        @Override
        public void succeeded() {
            planned.endUnlessKept();
            if (left.isEmpty()) {
                end();
            } else {
                // Not deeper and deeper on one stack.
                loop.execute(() -> guarded(InternalSession.this::next));
            }
        }

        @Override
        public void failed(int errorCode) {
            end();
        }
    }

    private void tooSlow(Duration deadline) {
        if (answer.complete(new CollectedAnswer.Unknown("takes longer than " + deadline.toSeconds() + " s"))) {
            executor.kill();
            loop.schedule(this::end, LAST_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void end() {
        if (over) {
            return;
        }
        over = true;
        answer.complete(sink.answer());
        loop.execute(() -> {
            executor.clientGone();
            sink.release();
            planned.endUnlessKept();
        });
    }
}
