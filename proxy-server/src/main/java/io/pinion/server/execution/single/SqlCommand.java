package io.pinion.server.execution.single;

import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.frame.Expecting;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.execution.context.ClientStatement;

/** A statement as its client sent it, as text: that of a COM_QUERY. */
public final class SqlCommand implements ClientStatement {
    private final byte[] sql;
    private final int physicalPackets;

    /**
     * @param sql must not be changed any more
     * @param physicalPackets the number of packets in which the client sent it, perhaps in another form; the answer's
     *     sequence ids follow on them
     */
    public SqlCommand(byte[] sql, int physicalPackets) {
        this.sql = sql;
        this.physicalPackets = physicalPackets;
    }

    /** A text of Pinion's own, or one that the client sent as a part of another. */
    public static SqlCommand of(byte[] sql) {
        return new SqlCommand(sql, CommandEncoder.packets(sql));
    }

    @Override
    public int physicalPackets() {
        return physicalPackets;
    }

    @Override
    public byte[] sql() {
        return sql;
    }

    @Override
    public Expecting expecting() {
        return Expecting.RESULTS;
    }

    @Override
    public int firstSequence(StatementText text) {
        return CommandEncoder.packets(text.bytes(sql));
    }

    @Override
    public Encoded encode(BackendConnection connection, StatementText text, Exchange answer) {
        return new Encoded(answer, CommandEncoder.query(text.bytes(sql), connection.allocator()));
    }
}
