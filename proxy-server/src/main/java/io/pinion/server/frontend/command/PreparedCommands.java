package io.pinion.server.frontend.command;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.pinion.protocol.client.ClientCommand.StatementExecute;
import io.pinion.protocol.client.ClientCommand.StatementFetch;
import io.pinion.protocol.client.ExecuteParameters;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.Parameters;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.Preparations;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.OpenCursor;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.ExecuteCommand;
import io.pinion.server.execution.single.FetchCommand;
import io.pinion.server.execution.single.PrepareCommand;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.session.LongData;
import io.pinion.server.session.PreparedStatement;
import io.pinion.server.session.PreparedStatements;
import org.jspecify.annotations.Nullable;

/**
 * The commands for prepared statements. Statement numbers are Pinion's own; each execution is planned by itself as a
 * text would be, and a server prepares the statement when it hasn't yet.
 */
final class PreparedCommands {
    private final SessionContext session;
    private final PlanExecutor executor;
    private final Preparations preparations;
    private final ClientReplies replies;
    private final StatementRunner runner;
    private final Runnable ended;

    PreparedCommands(
            SessionContext session,
            PlanExecutor executor,
            ClientReplies replies,
            StatementRunner runner,
            Runnable ended) {
        this.session = session;
        this.executor = executor;
        this.preparations = executor.preparations();
        this.replies = replies;
        this.runner = runner;
        this.ended = ended;
    }

    /** COM_STMT_PREPARE; {@code packet} stays the caller's. */
    void prepare(ByteBuf sql, Packet packet) {
        if (statements().isFull()) {
            refuse(
                    ErrorCode.MAX_PREPARED_STMT_COUNT_REACHED,
                    "this session has prepared " + statements().limit()
                            + " statements, which is all it may (limits.max_prepared_statements): close those that are"
                            + " done with");
            return;
        }
        if (!statements().hasRoomFor(sql.readableBytes())) {
            refuse(
                    ErrorCode.MAX_PREPARED_STMT_COUNT_REACHED,
                    "the texts of this session's prepared statements would be longer than limits.max_allowed_packet"
                            + " together: close those that are done with");
            return;
        }
        SessionView view = session.state().view();
        PrepareCommand command = new PrepareCommand(
                ByteBufUtil.getBytes(sql),
                packet.physicalPackets(),
                view,
                session.state().variables().settings().preparation(),
                statements());
        runner.runUnreported(
                StatementWork.preparing(
                        command, view, (plan, completion) -> preparations.prepare(plan, command, completion)),
                errorCode -> ended.run());
    }

    /** COM_STMT_EXECUTE. Takes ownership of {@code packet}. */
    void execute(StatementExecute command, Packet packet) {
        PreparedStatement statement = statements().find(command.statementId());
        Sent sent = statement == null ? null : read(command, statement);
        if (statement == null || sent == null) {
            packet.release();
            refuseExecution(command, statement);
            return;
        }
        statement.types(sent.parameters().types());
        statement.closeCursor();
        replies.inBinary();
        Parameters values = sent.meaning();
        ExecuteCommand execution = new ExecuteCommand(
                statement,
                command.flags(),
                sent.parameters().values(),
                packet.payload(),
                packet.physicalPackets(),
                session.pinned());
        runner.run(new StatementWork(
                execution,
                statement.preparedIn(),
                values,
                statement.sql().length + packet.payload().readableBytes(),
                (planner, catalog, view, sql) -> planner.plan(catalog, view, sql, values),
                (plan, completion) -> run(plan, execution, values, completion)));
    }

    private void run(RoutePlan plan, ExecuteCommand execution, Parameters values, Completion completion) {
        PreparedStatement statement = execution.statement();
        if (!session.state().view().readsAsIn(statement.preparedIn(), statement.sql())) {
            session.fail(ExecutionRefusals.READ_OTHERWISE, completion);
        } else {
            executor.execute(plan, inFormOf(plan, execution, values), completion);
        }
    }

    /**
     * The parameters of one execution.
     *
     * @param parameters in wire format
     * @param meaning decoded for planning
     */
    private record Sent(ExecuteParameters parameters, Parameters meaning) {}

    /** Null when the packet doesn't fit the statement, or the long data sent before is too long. */
    private @Nullable Sent read(StatementExecute command, PreparedStatement statement) {
        LongData longData = statement.longData();
        if (longData.isTooLong()) {
            return null;
        }
        try {
            ExecuteParameters parameters = ExecuteParameters.decode(
                    command.parameters(), statement.parameters(), statement.types(), longData.parameters());
            String charset = session.state().variables().charset();
            return new Sent(parameters, BoundValues.of(parameters.values(), longData, charset));
        } catch (MalformedPacket e) {
            return null;
        }
    }

    private void refuseExecution(StatementExecute command, @Nullable PreparedStatement statement) {
        if (statement == null) {
            refuseUnknown(command.statementId(), "mysqld_stmt_execute");
        } else if (statement.longData().isTooLong()) {
            statement.longData().clear();
            refuse(
                    ErrorCode.UNKNOWN_ERROR,
                    "Parameter of prepared statement which is set through mysql_send_long_data() is longer than"
                            + " 'max_allowed_packet' bytes");
        } else {
            // Servers drop the long data too: it was for this execution.
            statement.longData().clear();
            refuse(ErrorCode.WRONG_ARGUMENTS, "Incorrect arguments to mysqld_stmt_execute");
        }
    }

    /** The session's view, but with the charset, sql_mode and database of the time of the prepare. */
    private SessionView viewOf(PreparedStatement statement) {
        return session.state().view().reading(statement.preparedIn());
    }

    /**
     * A change of the session is handled as text: Pinion makes it itself, and its answer is the same in both protocols.
     */
    private ClientStatement inFormOf(RoutePlan plan, ExecuteCommand execution, Parameters values) {
        return plan instanceof RoutePlan.ChangeSession
                ? new SqlCommand(
                        session.cluster()
                                .planner()
                                .withLiterals(viewOf(execution.statement()), execution.sql(), values),
                        execution.physicalPackets())
                : execution;
    }

    /** COM_STMT_FETCH. */
    void fetch(StatementFetch command) {
        PreparedStatement statement = statements().find(command.statementId());
        if (statement == null) {
            refuseUnknown(command.statementId(), "mysqld_stmt_fetch");
        } else if (!(statement.cursor() instanceof OpenCursor cursor)) {
            refuse(
                    ErrorCode.STMT_HAS_NO_OPEN_CURSOR,
                    "The statement (" + command.statementId() + ") has no open cursor.");
        } else if (!cursor.isAlive()) {
            statement.closeCursor();
            refuse(
                    ErrorCode.STMT_HAS_NO_OPEN_CURSOR,
                    "the connection to pair " + cursor.pair() + " that the cursor was open on is gone: execute the"
                            + " statement again");
        } else {
            FetchCommand fetch = new FetchCommand(statement, cursor, command.rows());
            runner.run(StatementWork.of(
                    fetch, statement.preparedIn(), (plan, completion) -> executor.fetch(fetch, completion)));
        }
    }

    /** COM_STMT_RESET. */
    void reset(long statementId) {
        PreparedStatement statement = statements().find(statementId);
        if (statement == null) {
            refuseUnknown(statementId, "mysqld_stmt_reset");
        } else {
            statement.reset();
            replies.ok(0);
            ended.run();
        }
    }

    /** COM_STMT_SEND_LONG_DATA, which has no answer: its errors show when the statement is executed. */
    void sendLongData(long statementId, int parameter, ByteBuf data) {
        PreparedStatement statement = statements().find(statementId);
        if (statement != null && parameter < statement.parameters()) {
            statement.longData().add(parameter, data);
        }
        ended.run();
    }

    /** COM_STMT_CLOSE, which has no answer. */
    void close(long statementId) {
        statements().close(statementId);
        ended.run();
    }

    private PreparedStatements statements() {
        return session.state().preparedStatements();
    }

    private void refuseUnknown(long statementId, String function) {
        refuse(
                ErrorCode.UNKNOWN_STMT_HANDLER,
                "Unknown prepared statement handler (" + statementId + ") given to " + function);
    }

    private void refuse(ErrorCode code, String message) {
        replies.error(new ServerError(code, message));
        ended.run();
    }
}
