package io.pinion.server.execution.single;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.client.ClientCommand;
import io.pinion.protocol.client.ClientCommandDecoder;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.execution.context.ClientStatement;

/**
 * A statement as its client sent it: the payload of a COM_QUERY. The code that created it releases it when the
 * statement has ended, in whatever way.
 */
public final class SqlCommand implements ClientStatement {
    /** Below this size, copying a payload next to its header is cheaper than sending two pieces. */
    private static final int COPY_BELOW_BYTES = 16 * 1024;

    private final ByteBuf payload;
    private final int physicalPackets;
    private final byte[] sql;

    /**
     * @param query decoded from {@code payload}
     * @param payload begins with the command byte; ownership passes
     * @param physicalPackets the number of packets in which the client sent it; the answer's sequence ids follow on
     *     them
     */
    public SqlCommand(ClientCommand.Query query, ByteBuf payload, int physicalPackets) {
        this(payload, physicalPackets, ByteBufUtil.getBytes(query.sql()));
    }

    private SqlCommand(ByteBuf payload, int physicalPackets, byte[] sql) {
        this.payload = payload;
        this.physicalPackets = physicalPackets;
        this.sql = sql;
    }

    /** A text of Pinion's own, or one that the client sent as a part of another: it needs no release. */
    public static SqlCommand of(byte[] sql) {
        return inPlaceOf(CommandEncoder.packets(sql), sql);
    }

    /**
     * A text in place of a command that the client sent in another form: it needs no release.
     *
     * @param physicalPackets the number of packets of that command
     */
    public static SqlCommand inPlaceOf(int physicalPackets, byte[] sql) {
        ByteBuf payload = Unpooled.buffer(sql.length + 1)
                .writeByte(ClientCommandDecoder.COM_QUERY)
                .writeBytes(sql);
        return new SqlCommand(payload, physicalPackets, sql);
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
        byte[] bytes = text.bytes(sql);
        ByteBufAllocator allocator = connection.allocator();
        return new Encoded(answer, bytes == sql ? original(allocator) : CommandEncoder.query(bytes, allocator));
    }

    @Override
    public void release() {
        payload.release();
    }

    private ByteBuf original(ByteBufAllocator allocator) {
        int length = payload.readableBytes();
        if (length >= PacketFramer.MAX_PHYSICAL_BYTES) {
            ByteBuf out = allocator.directBuffer(PacketWriter.bytesFor(length));
            PacketWriter.write(out, 0, payload);
            return out;
        }
        if (length < COPY_BELOW_BYTES) {
            ByteBuf out = allocator.directBuffer(PacketFramer.HEADER_BYTES + length);
            PacketWriter.writeHeader(out, length, 0);
            out.writeBytes(payload, payload.readerIndex(), length);
            return out;
        }
        ByteBuf header = allocator.directBuffer(PacketFramer.HEADER_BYTES);
        PacketWriter.writeHeader(header, length, 0);
        return allocator
                .compositeDirectBuffer(2)
                .addComponent(true, header)
                .addComponent(true, payload.retainedSlice());
    }
}
