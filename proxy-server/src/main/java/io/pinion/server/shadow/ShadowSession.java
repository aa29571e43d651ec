package io.pinion.server.shadow;

import io.pinion.config.topology.Admission;
import io.pinion.config.topology.User;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.execution.InternalExecution;
import io.pinion.server.execution.answer.CollectedAnswer;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.planning.PlanningPool;
import io.pinion.server.session.ClientProgram;
import io.pinion.server.session.DatabaseChange;
import io.pinion.server.session.PreparedStatements;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.StatementEffects;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A session of Pinion's own for one read, which plans and executes it as the client's session does. It writes nothing. Lives on its event loop.
 */
final class ShadowSession {
    static final Duration DEADLINE = Duration.ofSeconds(10);

    private final LoopCluster cluster;
    private final ShadowRead read;
    private final SessionState state;
    private final InternalExecution execution;

    /** @param cluster of the side that is asked */
    ShadowSession(LoopCluster cluster, ShadowRead read) {
        this.cluster = cluster;
        this.read = read;
        this.state = new SessionState(
                0,
                reader(read.user()),
                "",
                new ClientProgram(""),
                read.capabilities(),
                read.variables().copy(),
                new PreparedStatements(0, 0));
        this.execution = new InternalExecution(cluster, state, () -> {});
        state.apply(StatementEffects.of(new DatabaseChange.Chosen(read.keyspace())));
    }

    /** One who has all rights already; the keyspace isn't his alone, and nobody writes. */
    private static User reader(User user) {
        return new User(
                user.name(),
                Optional.empty(),
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
        CompletionStage<CollectedAnswer> answer = execution.within(DEADLINE);
        Catalog catalog = cluster.catalog();
        SessionView view = state.view().asItIsNow();
        cluster.planElsewhere(
                PlanningPool.PINION,
                planner -> planner.plan(catalog, view, read.sql()),
                plan -> execution.guarded(() -> execute(plan)),
                why -> execution.guarded(execution::end));
        return answer;
    }

    private void execute(RoutePlan plan) {
        execution.execute(plan, SqlCommand.of(read.sql()), new Completion() {
            @Override
            public void succeeded() {
                execution.end();
            }

            @Override
            public void failed(int errorCode) {
                execution.end();
            }
        });
    }
}
