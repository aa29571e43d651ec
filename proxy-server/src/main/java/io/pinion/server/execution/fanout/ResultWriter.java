package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.server.ColumnCount;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.EndOfRows;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.TextRow;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.server.execution.answer.BinaryCells;
import io.pinion.server.execution.answer.RowsOut;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.DiagnosticsEffect;
import io.pinion.server.session.StatementEffects;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a result with rows of several servers to the client: the definitions of the first server, rows in the text or
 * binary protocol, and an end packet of its own. Lives on the session's event loop.
 */
final class ResultWriter implements RowsOut {
    /** Rows are passed on in pieces of about this size. */
    private static final int PIECE_BYTES = 16 * 1024;

    private final SessionContext session;
    private final Terms terms;
    private @Nullable ByteBuf out;
    private int sequence = -1;
    private @Nullable BinaryCells binary;
    private long rows;

    ResultWriter(SessionContext session) {
        this.session = session;
        this.terms = Terms.utf8(session.state().capabilities());
    }

    @Override
    public boolean wantsCells() {
        return session.sink().binaryRows();
    }

    @Override
    public @Nullable ServerError begin(int visible, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        sequence = session.sink().nextSequence();
        if (session.sink().binaryRows()) {
            binary = BinaryCells.of(definitions.subList(0, visible));
        }
        write(packets -> {
            new ColumnCount(visible).write(packets, terms);
            for (int column = 0; column < visible; column++) {
                packets.begin().bytes(Unpooled.wrappedBuffer(asTheyCame.get(column)));
                packets.end();
            }
            if (!terms.deprecateEof()) {
                new EndOfRows(session.state().status(), 0).write(packets, terms);
            }
        });
        return null;
    }

    @Override
    public @Nullable ServerError row(ByteBuf payload) {
        rows++;
        write(packets -> {
            packets.begin().bytes(payload);
            packets.end();
        });
        return null;
    }

    @Override
    public @Nullable ServerError row(byte[] @Nullable [] cells) {
        rows++;
        BinaryCells converting = binary;
        if (converting == null) {
            write(packets -> new TextRow(Arrays.asList(cells)).write(packets, terms));
            return null;
        }
        ServerError problem = converting.problem(cells);
        if (problem != null) {
            return problem;
        }
        try {
            write(packets -> converting.row(cells).write(packets, terms));
            return null;
        } catch (IllegalArgumentException e) {
            return BinaryCells.unreadable(e);
        }
    }

    @Override
    public void end(int warnings, List<Condition> own) {
        int all = Math.min(0xFFFF, warnings + own.size());
        write(packets -> new EndOfRows(session.state().status(), all).write(packets, terms));
        pass();
        session.sink().flush();
        session.state().apply(StatementEffects.of(DiagnosticsEffect.mergedRows(rows, own)));
    }

    @Override
    public boolean takesMore() {
        return session.sink().isWritable();
    }

    @Override
    public void fail(ServerError error) {
        if (sequence < 0) {
            session.sink().error(error);
            return;
        }
        write(packets -> error.write(packets, terms));
        pass();
        session.sink().flush();
        session.state().apply(StatementEffects.of(DiagnosticsEffect.ownError(error, false)));
    }

    private interface Writing {
        void to(PacketWriter packets);
    }

    private void write(Writing writing) {
        ByteBuf buffer = out;
        if (buffer == null) {
            buffer = session.sink().allocator().buffer(PIECE_BYTES);
            out = buffer;
        }
        PacketWriter packets = new PacketWriter(buffer, sequence);
        writing.to(packets);
        sequence = packets.sequence();
        if (buffer.readableBytes() >= PIECE_BYTES) {
            pass();
        }
    }

    /** Passes the bytes to the client's channel, unflushed. */
    @Override
    public void pass() {
        ByteBuf buffer = out;
        if (buffer != null) {
            out = null;
            session.sink().relay(buffer);
        }
    }

    @Override
    public void close() {
        ByteBuf buffer = out;
        if (buffer != null) {
            out = null;
            buffer.release();
        }
    }
}
