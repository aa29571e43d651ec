package io.pinion.server.execution.query;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.server.ColumnCount;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.protocol.server.Row;
import io.pinion.protocol.server.TextRow;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.answer.AnswerCollector;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of a small answer to Pinion itself. */
public record AnswerRow(List<ColumnDefinition> definitions, List<byte @Nullable []> cells) {
    /** As many as a server sends at most: a session's variables may have any length. */
    private static final int MAX_PACKET_BYTES = 1 << 30;

    /** The rows of a whole answer, whose bytes are taken from {@code answer}; none when it is malformed. */
    public static List<AnswerRow> read(AnswerCollector answer, BackendConnection connection) {
        ResponseReader reader = new ResponseReader(Terms.utf8(connection.agreed()));
        reader.expect(Expecting.RESULTS);
        int columns = 0;
        List<ColumnDefinition> definitions = new ArrayList<>();
        List<AnswerRow> rows = new ArrayList<>();
        try (PacketFramer packets = new PacketFramer(connection.allocator(), MAX_PACKET_BYTES)) {
            packets.receive(answer.takeAll());
            for (Packet packet = packets.next(); packet != null; packet = packets.next()) {
                try {
                    switch (reader.read(packet.payload())) {
                        case ColumnCount(int count) -> columns = count;
                        case ColumnDefinition definition -> definitions.add(definition);
                        case Row(ByteBuf row) ->
                            rows.add(new AnswerRow(
                                    definitions, TextRow.decode(row, columns).cells()));
                        default -> {}
                    }
                } finally {
                    packet.release();
                }
            }
        } catch (MalformedPacket e) {
            return List.of();
        }
        return rows;
    }

    /** The text of a cell; empty for NULL. */
    String text(int column, Charset charset) {
        byte[] cell = cells.get(column);
        return cell == null ? "" : new String(cell, charset);
    }

    /** The value of a COUNT, which is never NULL. */
    long count() {
        return Long.parseLong(new String(Objects.requireNonNull(cells.getFirst()), StandardCharsets.US_ASCII));
    }
}
