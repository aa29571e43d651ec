package io.pinion.server.frontend.command;

import io.netty.buffer.Unpooled;
import io.pinion.protocol.client.ClientCommandDecoder;
import io.pinion.protocol.frame.Packet;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.Completion;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.SessionContext;
import io.pinion.server.execution.SqlCommand;
import java.nio.charset.StandardCharsets;

/** COM_QUERY, and COM_INIT_DB, which is {@code USE} in other clothes. */
final class QueryCommand {
    private final SessionContext session;
    private final PlanExecutor executor;
    private final StatementRunner runner;

    QueryCommand(SessionContext session, PlanExecutor executor, StatementRunner runner) {
        this.session = session;
        this.executor = executor;
        this.runner = runner;
    }

    /** Takes ownership of {@code packet}. */
    void run(Packet packet) {
        run(new SqlCommand(packet.payload(), packet.physicalPackets()));
    }

    void use(String database) {
        run(useCommand(database));
    }

    /** COM_PROCESS_KILL, which MariaDB's tools still send. */
    void kill(long connectionId) {
        run(command("KILL " + connectionId));
    }

    /** The database of a login, which isn't a statement of the client's and isn't reported as one. */
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
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        return new SqlCommand(
                Unpooled.buffer(text.length + 1)
                        .writeByte(ClientCommandDecoder.COM_QUERY)
                        .writeBytes(text),
                1);
    }

    private void run(SqlCommand command) {
        runner.run(
                command,
                catalog -> plan(catalog, command),
                (plan, completion) -> executor.execute(plan, command, completion));
    }

    private RoutePlan plan(Catalog catalog, SqlCommand command) {
        return session.cluster().plan(catalog, session.state().view(), command.sql());
    }
}
