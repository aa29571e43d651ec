package io.pinion.server.frontend.command;

import io.pinion.protocol.client.ClientCommand;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.Packet;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.TextPreparedStatement;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.SqlCommand;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** COM_QUERY, COM_INIT_DB and COM_PROCESS_KILL; the latter two are run as {@code USE} and {@code KILL}. */
final class QueryCommand {
    private final SessionContext session;
    private final PlanExecutor executor;
    private final ClientReplies replies;
    private final StatementRunner runner;
    private final TextPreparedStatementCommand named;

    QueryCommand(SessionContext session, PlanExecutor executor, ClientReplies replies, StatementRunner runner) {
        this.session = session;
        this.executor = executor;
        this.replies = replies;
        this.runner = runner;
        this.named = new TextPreparedStatementCommand(session, executor, replies, runner);
    }

    /** Takes ownership of {@code packet}. */
    void run(ClientCommand.Query query, Packet packet) {
        run(new SqlCommand(query, packet.payload(), packet.physicalPackets()));
    }

    void use(String database) {
        run(useCommand(database));
    }

    /** COM_PROCESS_KILL, which MariaDB's tools still send. */
    void kill(long connectionId) {
        run(command("KILL " + connectionId));
    }

    /** Changes to the database of a login, which isn't reported as a statement of the client. */
    void use(String database, Completion completion) {
        SqlCommand command = useCommand(database);
        runner.runUnreported(
                command,
                catalog -> plan(catalog, command),
                (plan, done) -> executor.execute(plan, command, done),
                completion);
    }

    private static SqlCommand useCommand(String database) {
        return command("USE `" + database.replace("`", "``") + '`');
    }

    private static SqlCommand command(String sql) {
        return SqlCommand.of(sql.getBytes(StandardCharsets.UTF_8));
    }

    private void run(SqlCommand command) {
        runner.run(
                command, catalog -> plan(catalog, command), (plan, completion) -> execute(plan, command, completion));
    }

    private void execute(RoutePlan plan, SqlCommand command, Completion completion) {
        if (plan instanceof RoutePlan.Named(TextPreparedStatement action)) {
            named.run(action, command, completion);
        } else if (plan instanceof RoutePlan.Split split && allowsSeveral()) {
            new SplitText(session, executor, replies, runner, named, split, command.attributes(), completion).run();
        } else {
            executor.execute(plan, command, completion);
        }
    }

    private boolean allowsSeveral() {
        return session.state()
                .severalAllowed()
                .orElseGet(() -> session.state().capabilities().has(Capabilities.MULTI_STATEMENTS));
    }

    private RoutePlan plan(Catalog catalog, SqlCommand command) {
        if (session.state().severalAllowed().isPresent()) {
            // Connections to servers keep the login's capability for several statements, so such a text is never sent
            // whole.
            List<byte[]> statements = session.cluster().split(session.state().view(), command.sql());
            if (statements.size() > 1) {
                return new RoutePlan.Split(statements);
            }
        }
        return session.cluster().plan(catalog, session.state().view(), command.sql());
    }
}
