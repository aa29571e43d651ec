package io.pinion.server.execution.query;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.server.ColumnCount;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.protocol.server.Row;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.TextRow;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.answer.AnswerCollector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An internal query that returns a few small rows. */
public abstract class RowsQuery extends InternalQuery {
    private static final int MAX_PACKET_BYTES = 64 * 1024;

    private final AnswerCollector answer = new AnswerCollector();

    /** @param definitions empty when the client has made its servers leave them out: {@code resultset_metadata} */
    public record OneRow(List<ColumnDefinition> definitions, List<byte @Nullable []> cells) {}

    RowsQuery(BackendConnection connection) {
        super(connection);
    }

    /** @param sql ASCII only, because the connection may have any character set */
    public final void ask(String sql) {
        ask(sql.getBytes(StandardCharsets.US_ASCII));
    }

    /** @param sql in the character set of the session whose settings the connection has */
    public final void ask(byte[] sql) {
        ask(CommandEncoder.query(sql, connection.agreed(), connection.allocator()));
    }

    /** @param rows none also when the server refused the query */
    protected abstract void told(List<OneRow> rows);

    protected abstract void lostAsking(ServerError reason);

    @Override
    public final Expecting expecting() {
        return Expecting.RESULTS;
    }

    @Override
    public final void received(ByteBuf bytes) {
        answer.add(bytes);
    }

    @Override
    public final void ended(AnswerEnd end) {
        List<OneRow> rows = end.failed() ? List.of() : read(answer, connection);
        answer.clear();
        told(rows);
    }

    @Override
    public final void lost(ServerError reason) {
        answer.clear();
        lostAsking(reason);
    }

    /** The value of a COUNT, which is never NULL. */
    static long count(OneRow row) {
        return Long.parseLong(new String(Objects.requireNonNull(row.cells().getFirst()), StandardCharsets.US_ASCII));
    }

    /** The rows of a whole answer, whose bytes are taken from {@code answer}; none when it is malformed. */
    public static List<OneRow> read(AnswerCollector answer, BackendConnection connection) {
        ResponseReader reader = new ResponseReader(Terms.utf8(connection.agreed()));
        reader.expect(Expecting.RESULTS);
        int columns = 0;
        List<ColumnDefinition> definitions = new ArrayList<>();
        List<OneRow> rows = new ArrayList<>();
        try (PacketFramer packets = new PacketFramer(connection.allocator(), MAX_PACKET_BYTES)) {
            packets.receive(answer.takeAll());
            for (Packet packet = packets.next(); packet != null; packet = packets.next()) {
                try {
                    switch (reader.read(packet.payload())) {
                        case ColumnCount(int count, boolean follow) -> columns = count;
                        case ColumnDefinition definition -> definitions.add(definition);
                        case Row(ByteBuf row) ->
                            rows.add(new OneRow(
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
}
