package io.pinion.server.frontend.command;

import io.netty.channel.EventLoop;
import io.pinion.config.topology.User;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.server.execution.InternalExecution;
import io.pinion.server.execution.answer.CollectedAnswer;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.LoopCluster;
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
import java.util.concurrent.CompletionStage;

/**
 * A session of Pinion's own in the name of a user, for some statements, none of which leaves a transaction open: they are
 * planned, wait for held shards and count under their topology as those of a client, with the user's rights. Lives on its
 * event loop.
 */
public final class InternalSession {
    private static final Capabilities CAPABILITIES = Capabilities.of(
            Capabilities.PROTOCOL_41,
            Capabilities.TRANSACTIONS,
            Capabilities.SECURE_CONNECTION,
            Capabilities.PLUGIN_AUTH,
            Capabilities.DEPRECATE_EOF,
            Capabilities.FOUND_ROWS);

    private final EventLoop loop;
    private final SessionState state;
    private final InternalExecution execution;
    private final CatalogUse use;
    private final WorkPlanning planning;
    private final Deque<String> left;

    private InternalSession(LoopCluster cluster, User user, Collection<String> statements) {
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
        this.execution = new InternalExecution(cluster, state, this::gone);
        SessionContext session = execution.session();
        this.use = new CatalogUse(session);
        this.planning = new WorkPlanning(
                session, new CurrentUser(session), use, (statement, then) -> then.run(), execution::await);
    }

    private void gone() {
        use.endUnlessKept();
    }

    /**
     * Runs statements until one fails, and ends their session.
     *
     * @return the last one's answer; completed within the deadline, and never fails
     */
    public static CompletionStage<CollectedAnswer> run(
            LoopCluster cluster, User user, Collection<String> statements, Duration deadline) {
        InternalSession session = new InternalSession(cluster, user, statements);
        CompletionStage<CollectedAnswer> answer = session.execution.within(deadline);
        session.next();
        return answer;
    }

    private void next() {
        SqlCommand command = SqlCommand.of(left.remove().getBytes(StandardCharsets.UTF_8));
        StatementWork work =
                StatementWork.of(command, (plan, completion) -> execution.execute(plan, command, completion));
        Ended ended = new Ended();
        execution.guarded(
                () -> planning.begin(work, plan -> execution.guarded(() -> work.execute(plan, ended)), ended));
    }

    private final class Ended implements Completion {
        @Override
        public void succeeded() {
            use.endUnlessKept();
            if (left.isEmpty()) {
                execution.end();
            } else {
                // Not deeper and deeper on one stack.
                loop.execute(() -> execution.guarded(InternalSession.this::next));
            }
        }

        @Override
        public void failed(int errorCode) {
            execution.end();
        }
    }
}
