package io.pinion.server.execution.single;

import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.server.Ok;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.backend.HandleKey;
import io.pinion.server.execution.answer.OkPackets;
import io.pinion.server.execution.context.ClientStatement;

/**
 * A text that Pinion keeps for EXECUTE. A server prepares it, so that the client gets errors at PREPARE. The handle
 * stays on that connection as one of COM_STMT_PREPARE does, and only executions with parameters use it.
 */
public final class TextPreparation implements ClientStatement {
    private final byte[] sql;

    /** @param sql must not be changed any more */
    public TextPreparation(byte[] sql) {
        this.sql = sql;
    }

    @Override
    public byte[] sql() {
        return sql;
    }

    @Override
    public Expecting expecting() {
        return Expecting.PREPARED;
    }

    @Override
    public int firstSequence(StatementText text, Capabilities agreed) {
        return PacketWriter.packetsFor(text.bytes(sql).length + 1);
    }

    /** The exchange {@code answer} receives an OK in place of the definitions. */
    @Override
    public Encoded encode(BackendConnection connection, StatementText text, Exchange answer) {
        byte[] bytes = text.bytes(sql);
        HandleKey key = HandleKey.of(bytes, connection);
        return new Encoded(
                new HandlePreparation(bytes, answer, (handle, end) -> {
                    connection.handles().add(key, handle);
                    Ok done = new Ok(0, 0, end.status(), end.warnings());
                    answer.received(
                            OkPackets.write(done, firstSequence(text, connection.agreed()), connection.agreed()));
                    answer.ended(end);
                }),
                CommandEncoder.prepare(bytes, connection.allocator()));
    }
}
