package io.pinion.server.execution;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.protocol.server.Row;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.TextRow;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * Asks a connection for its {@code LAST_INSERT_ID()} before it goes back to the pool: the session's next statements may
 * run anywhere. The OK of an insert doesn't tell it, because explicit ids and updated rows show there too. It is 0 there
 * afterwards, so that the next session is never told this one's.
 */
final class InsertIdQuestion implements Exchange {
    private static final byte[] QUESTION =
            "SELECT LAST_INSERT_ID(), LAST_INSERT_ID(0)".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_ANSWER_BYTES = 4 * 1024;

    private final BackendConnection connection;
    private final Asker asker;
    private final AnswerCollector answer = new AnswerCollector();

    interface Asker {
        /** @param id empty when the server didn't say; negative for one above 2^63 */
        void told(OptionalLong id);

        void lostAsking();
    }

    InsertIdQuestion(BackendConnection connection, Asker asker) {
        this.connection = connection;
        this.asker = asker;
    }

    void ask() {
        connection.send(this, SqlCommand.query(QUESTION, connection.allocator()));
        connection.flush();
    }

    @Override
    public Expecting expecting() {
        return Expecting.RESULTS;
    }

    @Override
    public void received(ByteBuf bytes) {
        answer.add(bytes);
    }

    @Override
    public void ended(AnswerEnd end) {
        asker.told(end.failed() ? OptionalLong.empty() : read());
        answer.clear();
    }

    @Override
    public void lost(ServerError reason) {
        answer.clear();
        asker.lostAsking();
    }

    private OptionalLong read() {
        ResponseReader reader = new ResponseReader(Terms.utf8(connection.agreed()));
        reader.expect(Expecting.RESULTS);
        OptionalLong id = OptionalLong.empty();
        try (PacketFramer packets = new PacketFramer(connection.allocator(), MAX_ANSWER_BYTES)) {
            packets.receive(answer.takeAll());
            for (Packet packet = packets.next(); packet != null; packet = packets.next()) {
                try {
                    if (reader.read(packet.payload()) instanceof Row(ByteBuf row)) {
                        id = number(TextRow.decode(row, 2));
                    }
                } finally {
                    packet.release();
                }
            }
        } catch (MalformedPacket e) {
            return OptionalLong.empty();
        }
        return id;
    }

    private static OptionalLong number(TextRow row) {
        byte[] digits = row.cells().getFirst();
        try {
            return digits == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseUnsignedLong(new String(digits, StandardCharsets.US_ASCII)));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
