package io.pinion.server.shadow;

import io.netty.channel.EventLoop;
import io.pinion.config.topology.Admission;
import io.pinion.config.topology.User;
import io.pinion.protocol.flags.Terms;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.answer.CollectedAnswer;
import io.pinion.server.execution.answer.CollectedAnswer.Unknown;
import io.pinion.server.execution.answer.CollectingSink;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.execution.context.PinnedConnections;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.session.ClientProgram;
import io.pinion.server.session.DatabaseChange;
import io.pinion.server.session.PreparedStatements;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.StatementEffects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A session of Pinion's own for one read, which plans and executes it as the client's session does. It writes nothing. Lives on its event loop.
 */
final class ShadowSession {
    static final long DEADLINE_MILLIS = 10_000;

    /** For the server's answer to a KILL. */
    private static final long LAST_MILLIS = 2_000;

    private final LoopCluster cluster;
    private final EventLoop loop;
    private final ShadowRead read;
    private final SessionState state;
    private final CollectingSink sink;
    private final PlanExecutor executor;
    private final CompletableFuture<CollectedAnswer> answer = new CompletableFuture<>();

    /** @param cluster of the side that is asked */
    ShadowSession(LoopCluster cluster, ShadowRead read) {
        this.cluster = cluster;
        this.loop = cluster.pools().loop();
        this.read = read;
        this.state = new SessionState(
                0,
                reader(read.user()),
                "",
                new ClientProgram(""),
                read.capabilities(),
                read.variables().copy(),
                new PreparedStatements(0, 0));
        this.sink = new CollectingSink(new Terms(read.capabilities(), state.javaCharset()), this::leave);
        PinnedConnections pinned = new PinnedConnections(state, cluster, loop);
        state.events().begun(cluster.planner().dialect(), pinned.last()::isAtHand);
        state.apply(StatementEffects.of(new DatabaseChange.Chosen(read.keyspace())));
        this.executor = new PlanExecutor(
                new SessionContext(cluster, state, pinned, sink, CapabilityFlavour.of(read.capabilities())),
                (sql, session) -> CompletableFuture.failedStage(new IllegalStateException("a SELECT is asked")),
                (change, session, done, failed) -> {
                    throw new IllegalStateException("a SELECT is asked");
                });
    }

    /** One who has all rights already; the keyspace isn't his alone, and nobody writes. */
    private static User reader(User user) {
        return new User(
                user.name(),
                Optional.empty(),
                Optional.empty(),
                Set.of(User.ALL_KEYSPACES),
                false,
                true,
                user.account(),
                Admission.FREE,
                user.scatter());
    }

    SessionView view() {
        return state.view();
    }

    /** Asks, and ends the session. The stage is completed within the deadline, and never fails. */
    CompletionStage<CollectedAnswer> ask() {
        assert loop.inEventLoop();
        Future<?> deadline = loop.schedule(this::tooSlow, DEADLINE_MILLIS, TimeUnit.MILLISECONDS);
        answer.whenComplete((given, failure) -> deadline.cancel(false));
        cluster.learnShape(state.view(), read.sql(), this::execute);
        return answer;
    }

    private void execute() {
        try {
            RoutePlan plan = cluster.planner().plan(cluster.catalog(), state.view(), read.sql());
            if (plan instanceof RoutePlan.Refused refused) {
                end(new CollectedAnswer.Refused(refused.code(), refused.reason(), true));
                return;
            }
            executor.execute(plan, SqlCommand.of(read.sql()), new Completion() {
                @Override
                public void succeeded() {
                    end(sink.answer());
                }

                @Override
                public void failed(int errorCode) {
                    end(sink.answer());
                }
            });
        } catch (RuntimeException e) {
            end(new Unknown("is a mistake of Pinion's own: " + e));
        }
    }

    private void tooSlow() {
        if (!answer.isDone()) {
            answer.complete(new Unknown("takes longer than " + DEADLINE_MILLIS / 1_000 + " s"));
            executor.kill();
            loop.schedule(this::leave, LAST_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void leave() {
        end(sink.answer());
    }

    private void end(CollectedAnswer given) {
        answer.complete(given);
        loop.execute(() -> {
            executor.clientGone();
            sink.release();
        });
    }
}
