package io.pinion.server.execution.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.server.AuthMoreData;
import io.pinion.protocol.server.AuthSwitchRequest;
import io.pinion.protocol.server.BinaryRow;
import io.pinion.protocol.server.ColumnCount;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.EndOfRows;
import io.pinion.protocol.server.Greeting;
import io.pinion.protocol.server.LocalInfileRequest;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.PreparedOk;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.protocol.server.Row;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.ServerPacket;
import io.pinion.protocol.server.StatisticsText;
import io.pinion.protocol.server.TextRow;
import io.pinion.server.backend.BackendConnection;
import java.util.ArrayList;
import java.util.List;

/** Decodes the answer to a text packet by packet, as it arrives. Used once. */
public final class AnswerPackets {
    private final Reader told;
    private final PacketFramer framer;
    private final ResponseReader reader;
    private final List<ColumnDefinition> definitions = new ArrayList<>();
    private final List<byte[]> definitionBytes = new ArrayList<>();
    private int columns;
    private boolean rowsBegun;

    /** Receives the packets' contents. */
    public interface Reader {
        /** Whether the reader wants further packets. */
        boolean wantsMore();

        /** @param asTheyCame the payloads of the definitions */
        void rowsBegin(int columns, List<ColumnDefinition> definitions, List<byte[]> asTheyCame);

        /** @param payload the caller keeps ownership */
        void row(ByteBuf payload);

        void rowsEnded(int warnings);

        void done(Ok ok);

        void failed(ServerError error);
    }

    public AnswerPackets(BackendConnection connection, Reader told) {
        this.told = told;
        this.framer = new PacketFramer(connection.allocator(), Integer.MAX_VALUE);
        this.reader = new ResponseReader(Terms.utf8(connection.agreed()));
        reader.expect(Expecting.RESULTS);
    }

    /** Takes ownership. */
    public void received(ByteBuf bytes) {
        if (!told.wantsMore()) {
            bytes.release();
            return;
        }
        framer.receive(bytes);
        for (Packet packet = framer.next(); packet != null; packet = framer.next()) {
            try {
                if (told.wantsMore()) {
                    read(packet.payload());
                }
            } finally {
                packet.release();
            }
        }
    }

    private void read(ByteBuf payload) {
        ServerPacket packet = reader.read(payload);
        switch (packet) {
            case ColumnCount count -> columns = count.count();
            case ColumnDefinition definition -> {
                definitions.add(definition);
                definitionBytes.add(ByteBufUtil.getBytes(payload));
            }
            case EndOfRows end when !rowsBegun && !reader.isComplete() -> beginRows();
            case EndOfRows end -> {
                if (!rowsBegun) {
                    beginRows();
                }
                told.rowsEnded(end.warnings());
            }
            case Row row -> {
                if (!rowsBegun) {
                    beginRows();
                }
                told.row(row.payload());
            }
            case Ok ok -> told.done(ok);
            case ServerError error -> told.failed(error);
            // The exchange hears of it by fileWanted.
            case LocalInfileRequest request -> {}
            case Greeting other -> throw unexpected(other);
            case AuthMoreData other -> throw unexpected(other);
            case AuthSwitchRequest other -> throw unexpected(other);
            case TextRow other -> throw unexpected(other);
            case BinaryRow other -> throw unexpected(other);
            case PreparedOk other -> throw unexpected(other);
            case StatisticsText other -> throw unexpected(other);
        }
    }

    private static IllegalStateException unexpected(ServerPacket packet) {
        return new IllegalStateException("a " + packet.getClass().getSimpleName() + " answered a statement of a shard");
    }

    private void beginRows() {
        rowsBegun = true;
        told.rowsBegin(columns, definitions, definitionBytes);
    }

    /** Releases the buffers; no more bytes may follow. */
    public void close() {
        framer.close();
    }
}
