package io.pinion.server.frontend.command;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.pinion.protocol.client.ChangeUserRequest;
import io.pinion.protocol.client.ClientCommand;
import io.pinion.protocol.client.ClientCommandDecoder;
import io.pinion.protocol.flags.Charset;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.eventloop.LoopWork;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.observe.StatementObserver;
import io.pinion.server.observe.StatementShape;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Dispatches the commands of one session, one at a time, on the session's event loop. */
public final class CommandDispatcher implements LoopWork {
    /** Enough to know a text by. */
    private static final int PREPARED_SHAPE_BYTES = 1_024;

    private static final byte[] NOTHING = {};

    private final SessionContext session;
    private final PlanExecutor executor;
    private final ClientReplies replies;
    private final CurrentUser user;
    private final StatementRunner runner;
    private final PreparedCommands prepared;
    private final Runnable ended;
    private final UserChange userChange;

    /** The beginning of the text that is being prepared. */
    private byte[] preparing = NOTHING;

    /** A command that can't be read before servers have told their sql_mode; null when none waits for that. */
    private @Nullable Packet unread;

    /** Logs the client in once more as another user; this dispatcher isn't used afterwards. */
    @FunctionalInterface
    public interface UserChange {
        void requested(ChangeUserRequest request, int sequence);
    }

    /** @param ended is called once for each command that has an answer, when that has been handed to the client's channel */
    public CommandDispatcher(
            SessionContext session,
            PlanExecutor executor,
            ClientReplies replies,
            StatementObserver observer,
            Runnable ended,
            UserChange userChange) {
        this.session = session;
        this.executor = executor;
        this.replies = replies;
        this.user = new CurrentUser(session);
        this.runner = new StatementRunner(session, executor, replies, user, observer, ended);
        this.prepared = new PreparedCommands(session, executor, replies, runner, ended);
        this.ended = ended;
        this.userChange = userChange;
    }

    /**
     * Ends a login after the password check, with an OK or the error of its database.
     *
     * @param info the text of the OK
     * @param sequence the sequence id of the answer
     */
    public void finishLogin(Optional<String> database, byte[] info, int sequence, Completion completion) {
        replies.beginAt(sequence);
        replies.inform(info);
        if (database.isPresent()) {
            runner.runUnreported(use(database.get()), completion);
        } else {
            replies.ok(0);
            completion.succeeded();
        }
    }

    /** Takes ownership of {@code packet}. */
    public void dispatch(Packet packet) {
        replies.beginAt(packet.nextSequence());
        if (!session.pinned()
                .textRules()
                .concernCommand(packet.payload(), session.state().view())) {
            read(packet);
            return;
        }
        unread = packet;
        session.pinned().textRules().settle(session, () -> {
            Packet waiting = unread;
            if (waiting != null) {
                unread = null;
                read(waiting);
            }
        });
    }

    /** Takes ownership of {@code packet}. */
    private void read(Packet packet) {
        boolean passedOn = false;
        try {
            ClientCommand command = decode(packet);
            if (command == null) {
                return;
            }
            if (!user.isPresent() && needsUser(command)) {
                replies.error(user.reason());
                replies.close();
                return;
            }
            passedOn = command instanceof ClientCommand.StatementExecute;
            dispatch(command, packet);
        } finally {
            if (!passedOn) {
                packet.release();
            }
        }
    }

    /**
     * The command, or null when the packet is malformed. The client gets an error then, and the session goes on as on
     * servers, since the start of the next packet is known.
     */
    private @Nullable ClientCommand decode(Packet packet) {
        try {
            return ClientCommandDecoder.decode(packet.payload(), charset());
        } catch (MalformedPacket e) {
            int code = packet.payload().getUnsignedByte(packet.payload().readerIndex());
            if (code == ClientCommandDecoder.COM_STMT_SEND_LONG_DATA || code == ClientCommandDecoder.COM_STMT_CLOSE) {
                // These commands have no answer; MariaDB sends none for malformed ones either.
                ended.run();
            } else {
                refuse(ErrorCode.MALFORMED_PACKET, "Malformed communication packet: " + e.getMessage());
            }
            return null;
        }
    }

    /**
     * Whether the command needs the rights of a user. A command without an answer doesn't, since its error would be
     * read as another answer; nor does one that ends the user's session.
     */
    private static boolean needsUser(ClientCommand command) {
        return !(command instanceof ClientCommand.Quit
                || command instanceof ClientCommand.ChangeUser
                || command instanceof ClientCommand.StatementClose
                || command instanceof ClientCommand.StatementSendLongData);
    }

    private void dispatch(ClientCommand command, Packet packet) {
        switch (command) {
            case ClientCommand.Query text ->
                runner.run(new SqlCommand(ByteBufUtil.getBytes(text.sql()), packet.physicalPackets()));
            case ClientCommand.InitDatabase(String database) -> {
                replies.keepConditions();
                session.pinned().whenConditionsAreKnown(() -> runner.run(use(database)));
            }
            case ClientCommand.Ping ping -> {
                replies.keepConditions();
                replyOk();
            }
            case ClientCommand.Quit quit -> replies.close();
            case ClientCommand.Statistics statistics -> {
                replies.text(statistics());
                ended.run();
            }
            case ClientCommand.ResetConnection reset -> {
                reset();
                replyOk();
            }
            case ClientCommand.SetOption option -> setOption(option);
            case ClientCommand.ChangeUser(ByteBuf request) -> changeUser(request, packet.nextSequence());
            case ClientCommand.FieldList fields -> listFields(new FieldListCommand(fields, charset()));
            case ClientCommand.ProcessKill(long id) -> runner.run(text("KILL " + id));
            case ClientCommand.StatementPrepare(ByteBuf sql) -> {
                preparing = ByteBufUtil.getBytes(
                        sql, sql.readerIndex(), Math.min(sql.readableBytes(), PREPARED_SHAPE_BYTES));
                prepared.prepare(sql, packet);
                preparing = NOTHING;
            }
            case ClientCommand.StatementExecute execute -> prepared.execute(execute, packet);
            case ClientCommand.StatementFetch fetch -> {
                replies.keepConditions();
                prepared.fetch(fetch);
            }
            case ClientCommand.StatementReset(long id) -> {
                replies.keepConditions();
                prepared.reset(id);
            }
            case ClientCommand.StatementSendLongData(long id, int parameter, ByteBuf data) ->
                prepared.sendLongData(id, parameter, data);
            case ClientCommand.StatementClose(long id) -> prepared.close(id);
            case ClientCommand.Unknown unknown ->
                refuse(ErrorCode.UNKNOWN_COM, "Unknown command: send a statement with the same meaning instead");
        }
    }

    /** Who the client is isn't known behind a malformed request, so its session ends. */
    private void changeUser(ByteBuf bytes, int sequence) {
        ChangeUserRequest request;
        try {
            request = ChangeUserRequest.decode(bytes, session.state().capabilities(), charset());
        } catch (MalformedPacket e) {
            replies.error(new ServerError(e.code(), String.valueOf(e.getMessage())));
            replies.close();
            return;
        }
        userChange.requested(request, sequence);
    }

    private void listFields(FieldListCommand command) {
        runner.run(StatementWork.of(command, (plan, completion) -> {
            if (plan instanceof RoutePlan.Local(LocalAnswer.Rows columns)) {
                String database = session.state().database().orElse("");
                replies.definitions(columns.rows().stream()
                        .map(row -> LocalCells.field(database, command.table(), String.valueOf(row.getFirst())))
                        .toList());
                completion.succeeded();
            } else {
                executor.execute(plan, command, completion);
            }
        }));
    }

    private static SqlCommand use(String database) {
        return text("USE `" + FieldListCommand.cut(database).replace("`", "``") + '`');
    }

    /** A command that is run as the statement of the same meaning. */
    private static SqlCommand text(String sql) {
        return SqlCommand.of(sql.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String shape() {
        String running = runningText();
        byte[] text = running.isEmpty() ? preparing : running.getBytes(charset());
        return StatementShape.of(text, session.state().view());
    }

    /** The statement that is running, or empty. */
    public String runningText() {
        return runner.runningText(charset());
    }

    /** The reason why the running statement waits before it begins, in words; empty when it doesn't wait. */
    public String waitsFor() {
        return session.current().get().waitsFor();
    }

    /** KILL QUERY of this session: ends the running statement with an error. */
    public void killStatement() {
        session.current().get().kill();
    }

    public void clientWritable() {
        session.current().get().clientWritable();
    }

    /** COM_RESET_CONNECTION, and the begin of COM_CHANGE_USER. */
    public void reset() {
        executor.reset();
        runner.letCatalogGo();
    }

    public void clientGone() {
        Packet waiting = unread;
        if (waiting != null) {
            unread = null;
            waiting.release();
        }
        executor.clientGone();
        replies.clientGone();
        runner.release();
    }

    /** Servers get the statements of a text one by one, so Pinion itself applies the option. */
    private void setOption(ClientCommand.SetOption option) {
        if (option.option() > 1) {
            refuse(ErrorCode.UNKNOWN_COM, "Unknown command");
        } else {
            session.state().severalStatementsAllowed(option.option() == 0);
            replies.end();
            ended.run();
        }
    }

    /** The first fields of a server's text, which clients parse; the counts are the session's, not the proxy's. */
    private String statistics() {
        long uptimeSeconds = ManagementFactory.getRuntimeMXBean().getUptime() / 1000;
        return "Uptime: " + uptimeSeconds + "  Threads: 1  Questions: "
                + session.state().statements() + "  Slow queries: 0";
    }

    private void replyOk() {
        replies.ok(0);
        ended.run();
    }

    private void refuse(ErrorCode code, String message) {
        replies.error(new ServerError(code, message));
        ended.run();
    }

    private java.nio.charset.Charset charset() {
        return Charset.named(session.state().variables().charset())
                .map(Charset::javaCharset)
                .orElse(StandardCharsets.UTF_8);
    }
}
