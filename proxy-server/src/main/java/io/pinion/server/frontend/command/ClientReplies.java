package io.pinion.server.frontend.command;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Charset;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.server.AnswerRewriter;
import io.pinion.protocol.server.ColumnCount;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.EndOfRows;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.PreparedOk;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.ServerPacket;
import io.pinion.protocol.server.SessionStateChange;
import io.pinion.protocol.server.StatisticsText;
import io.pinion.protocol.server.TextRow;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.server.execution.answer.BinaryCells;
import io.pinion.server.execution.answer.FileReceiver;
import io.pinion.server.execution.answer.ResultSink;
import io.pinion.server.session.DiagnosticsEffect;
import io.pinion.server.session.PreparedStatement;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.StatementEffects;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers to one client: writes Pinion's own, and relays those of servers. Lives on the session's event loop. */
public final class ClientReplies implements ResultSink {
    /** The error for clients of a proxy that is being stopped. */
    public static final ServerError SHUTTING_DOWN = new ServerError(
            ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress: this proxy is being stopped; connect again");

    private static final byte[] NONE = {};

    private final Channel channel;
    private final SessionState state;
    private final Upstream upstream;
    private int sequence = 1;
    private boolean binaryRows;
    private boolean keepsConditions;
    private @Nullable AnswerRewriter chain;
    private boolean moreFollow;
    private byte[] info = NONE;

    /** The requests that an answer makes to the session. */
    public interface Upstream {
        /** Ends the session once all answers before have been sent. */
        void close();

        /** Passes the client's packets to {@code receiver}, numbered from {@code sequence}, up to an empty packet. */
        void awaitFile(ClientReplies replies, FileReceiver receiver, int sequence);

        /** Called when the receiver takes more. */
        void fileMayGoOn();
    }

    public ClientReplies(Channel channel, SessionState state, Upstream upstream) {
        this.channel = channel;
        this.state = state;
        this.upstream = upstream;
    }

    /** Begins an answer whose first packet has this sequence id; its rows are text. */
    void beginAt(int firstSequence) {
        keepsConditions = false;
        endChain();
        sequence = firstSequence;
        binaryRows = false;
    }

    /**
     * Begins the answer to one of several statements, numbered after those before it.
     *
     * @param last whether no more results follow it
     */
    void chain(boolean last) {
        endChain();
        moreFollow = !last;
        chain = new AnswerRewriter(channel.alloc(), terms(), sequence, (end, ofOne) -> {
            if (!last) {
                end.addStatus(ServerStatus.MORE_RESULTS_EXISTS);
            }
        });
    }

    private void endChain() {
        AnswerRewriter before = chain;
        if (before != null) {
            before.close();
        }
        chain = null;
        moreFollow = false;
    }

    /** Drops a half rewritten answer. */
    void clientGone() {
        endChain();
    }

    /** The next OK answers a command that isn't a statement: the diagnostics of the last statement stay. */
    void keepConditions() {
        keepsConditions = true;
    }

    /** The next answer has binary rows, for COM_STMT_EXECUTE. */
    void inBinary() {
        binaryRows = true;
    }

    @Override
    public void relay(ByteBuf bytes) {
        state.cost().bytes(bytes.readableBytes());
        AnswerRewriter chained = chain;
        if (chained == null) {
            channel.write(bytes, channel.voidPromise());
            return;
        }
        channel.write(chained.rewrite(bytes), channel.voidPromise());
        sequence = chained.nextSequence();
    }

    @Override
    public ByteBufAllocator allocator() {
        return channel.alloc();
    }

    @Override
    public int nextSequence() {
        return sequence;
    }

    @Override
    public boolean binaryRows() {
        return binaryRows;
    }

    @Override
    public void flush() {
        channel.flush();
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    /** Adds this text to the next OK. */
    void inform(byte[] text) {
        info = text;
    }

    @Override
    public void ok(int warnings) {
        ok(warnings, NONE);
    }

    @Override
    public void ok(List<SessionStateChange> changes) {
        ok(0, changes.isEmpty() ? NONE : SessionStateChange.encodeAll(changes));
    }

    private void ok(int warnings, byte[] sessionState) {
        leave(DiagnosticsEffect.ownOk(keepsConditions));
        write(new Ok(0, 0, status(), warnings, info, sessionState));
        info = NONE;
    }

    @Override
    public void error(ServerError error) {
        leave(DiagnosticsEffect.ownError(error, keepsConditions));
        write(error);
    }

    private void leave(DiagnosticsEffect effect) {
        state.apply(StatementEffects.of(effect));
    }

    /** The answer to COM_SET_OPTION. */
    void end() {
        write(new EndOfRows(status(), 0));
    }

    /** One packet of bare text, the answer to COM_STATISTICS. */
    void text(String text) {
        write(new StatisticsText(text));
    }

    @Override
    public void rows(LocalAnswer.Rows rows) {
        leave(DiagnosticsEffect.ownRows(rows));
        Terms terms = terms();
        ByteBuf out = channel.alloc().buffer();
        PacketWriter packets = new PacketWriter(out, sequence);
        new ColumnCount(rows.columns().size()).write(packets, terms);
        List<ColumnDefinition> definitions =
                rows.columns().stream().map(LocalCells::definition).toList();
        definitions.forEach(definition -> definition.write(packets, terms));
        EndOfRows end = new EndOfRows(status(), 0);
        if (!terms.deprecateEof()) {
            end.write(packets, terms);
        }
        BinaryCells binary = BinaryCells.of(definitions);
        for (List<@Nullable String> row : rows.rows()) {
            byte[] @Nullable [] cells = LocalCells.of(rows.columns(), row, terms.charset());
            (binaryRows ? binary.row(cells) : new TextRow(Arrays.asList(cells))).write(packets, terms);
        }
        end.write(packets, terms);
        sequence = packets.sequence();
        state.cost().bytes(out.readableBytes());
        channel.write(out, channel.voidPromise());
    }

    /** Definitions without a count, each followed by its default value: the answer to COM_FIELD_LIST. */
    void definitions(List<ColumnDefinition> fields) {
        Terms terms = terms();
        ByteBuf out = channel.alloc().buffer();
        PacketWriter packets = new PacketWriter(out, sequence);
        for (ColumnDefinition field : fields) {
            field.encodeWithDefault(packets.begin(), terms, null);
            packets.end();
        }
        new EndOfRows(status(), 0).write(packets, terms);
        sequence = packets.sequence();
        channel.write(out, channel.voidPromise());
    }

    @Override
    public void prepared(PreparedStatement statement, List<LocalAnswer.Column> columns) {
        leave(DiagnosticsEffect.prepared(false));
        Terms terms = terms();
        ByteBuf out = channel.alloc().buffer();
        PacketWriter packets = new PacketWriter(out, sequence);
        new PreparedOk(statement.id(), columns.size(), statement.parameters(), 0).write(packets, terms);
        EndOfRows end = new EndOfRows(state.status(), 0);
        for (int i = 0; i < statement.parameters(); i++) {
            LocalCells.PARAMETER.write(packets, terms);
        }
        if (statement.parameters() > 0 && !terms.deprecateEof()) {
            end.write(packets, terms);
        }
        for (int i = 0; i < columns.size(); i++) {
            LocalCells.definition(columns.get(i)).write(packets, terms);
        }
        if (!columns.isEmpty() && !terms.deprecateEof()) {
            end.write(packets, terms);
        }
        channel.write(out, channel.voidPromise());
    }

    @Override
    public void awaitFile(FileReceiver receiver) {
        upstream.awaitFile(this, receiver, chain == null ? receiver.firstSequence() : sequence);
    }

    @Override
    public void fileMayGoOn() {
        upstream.fileMayGoOn();
    }

    /** The client has sent its whole file: the answer's next packet has this sequence id. */
    public void fileSent(int nextSequence) {
        sequence = nextSequence;
    }

    @Override
    public void breakOff(ServerError error) {
        // An error packet is only allowed between two packets, and the relayed bytes may end within one.
        close();
    }

    @Override
    public void close() {
        upstream.close();
    }

    /** Writes an error outside of an answer, in UTF-8: during the login, or before a close. */
    public static void writeError(Channel channel, ServerError error, int sequence) {
        Terms terms = new Terms(Capabilities.of(Capabilities.PROTOCOL_41), StandardCharsets.UTF_8);
        channel.writeAndFlush(encode(error, terms, sequence, channel.alloc()));
    }

    /** The error in place of a greeting when there is no room: its layout has no SQLSTATE. The caller owns it. */
    public static ByteBuf tooManyConnections(ByteBufAllocator allocator) {
        Terms terms = new Terms(Capabilities.of(), StandardCharsets.UTF_8);
        return encode(new ServerError(ErrorCode.CON_COUNT, "Too many connections"), terms, 0, allocator);
    }

    /** The error in place of a greeting when the proxy is being stopped. The caller owns it. */
    public static ByteBuf shuttingDown(ByteBufAllocator allocator) {
        Terms terms = new Terms(Capabilities.of(), StandardCharsets.UTF_8);
        return encode(SHUTTING_DOWN, terms, 0, allocator);
    }

    private void write(ServerPacket packet) {
        channel.write(encode(packet, terms(), sequence, channel.alloc()), channel.voidPromise());
        sequence = (sequence + 1) & 0xFF;
    }

    private ServerStatus status() {
        return moreFollow ? state.status().with(ServerStatus.MORE_RESULTS_EXISTS) : state.status();
    }

    private static ByteBuf encode(ServerPacket packet, Terms terms, int sequence, ByteBufAllocator allocator) {
        ByteBuf out = allocator.buffer(128);
        packet.write(new PacketWriter(out, sequence), terms);
        return out;
    }

    private Terms terms() {
        java.nio.charset.Charset charset = Charset.named(state.variables().charset())
                .map(Charset::javaCharset)
                .orElse(StandardCharsets.UTF_8);
        return new Terms(state.capabilities(), charset);
    }
}
