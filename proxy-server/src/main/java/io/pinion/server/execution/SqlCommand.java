package io.pinion.server.execution;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.client.ClientCommandDecoder;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;

/**
 * A statement as its client sent it: the payload of a COM_QUERY. Whoever made it releases it when the statement has
 * ended, whatever became of it.
 */
public final class SqlCommand implements ClientStatement {
    /** Below this it is cheaper to copy a payload next to its header than to send two pieces. */
    private static final int COPY_BELOW_BYTES = 16 * 1024;

    private final ByteBuf payload;
    private final int physicalPackets;
    private final byte[] sql;

    /**
     * @param payload begins with the command byte; ownership passes
     * @param physicalPackets in how many packets the client sent it: the answer is numbered from there
     */
    public SqlCommand(ByteBuf payload, int physicalPackets) {
        this.payload = payload;
        this.physicalPackets = physicalPackets;
        this.sql = new byte[payload.readableBytes() - 1];
        payload.getBytes(payload.readerIndex() + 1, sql);
    }

    /** A text that the client sent in another form, or as a part of another: it needs no release. */
    public static SqlCommand of(byte[] sql) {
        ByteBuf payload = Unpooled.buffer(sql.length + 1)
                .writeByte(ClientCommandDecoder.COM_QUERY)
                .writeBytes(sql);
        return new SqlCommand(payload, PacketWriter.packetsFor(sql.length + 1));
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
        return physicalPackets(text);
    }

    @Override
    public int sequenceShift(StatementText text) {
        return physicalPackets(text) - physicalPackets;
    }

    @Override
    public void sendTo(BackendConnection connection, StatementText text, Exchange answer) {
        connection.send(answer, encode(text, connection.allocator()));
    }

    @Override
    public void release() {
        payload.release();
    }

    /** What a server gets: the client's own bytes or the edited ones. The caller owns the buffer. */
    private ByteBuf encode(StatementText text, ByteBufAllocator allocator) {
        return switch (text) {
            case StatementText.Original original -> original(allocator);
            case StatementText.Edited(byte[] edited) -> CommandEncoder.query(edited, allocator);
            case StatementText.Parameterized parameterized -> throw hasArguments();
        };
    }

    /** How many packets {@code text} takes. */
    private int physicalPackets(StatementText text) {
        return switch (text) {
            case StatementText.Original original -> physicalPackets;
            case StatementText.Edited(byte[] edited) -> PacketWriter.packetsFor(edited.length + 1);
            case StatementText.Parameterized parameterized -> throw hasArguments();
        };
    }

    private static IllegalStateException hasArguments() {
        return new IllegalStateException("a statement sent as text was planned with arguments");
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
