package io.pinion.server.frontend.command;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.server.EndOfRows;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.protocol.server.ServerPacket;

/**
 * A server's answer to one of several statements, on its way into the client's one answer to all of them: its packets are
 * numbered on, and say that more results follow unless they belong to the last statement. Cuts packets out of whatever
 * pieces come, so it holds at most one.
 */
final class ChainedRelay implements AutoCloseable {
    private static final int CLASSIC_EOF_BYTES = 5;

    private final ByteBufAllocator allocator;
    private final PacketFramer framer;
    private final ResponseReader reader;
    private final boolean last;

    /** @param last no more results follow */
    ChainedRelay(ByteBufAllocator allocator, Terms terms, boolean last) {
        this.allocator = allocator;
        this.framer = new PacketFramer(allocator, Integer.MAX_VALUE);
        this.reader = new ResponseReader(terms);
        this.last = last;
        reader.expect(Expecting.RESULTS);
    }

    /**
     * Takes ownership of {@code bytes}.
     *
     * @param sequence the sequence id of the first packet that comes out
     * @return the packets that are whole now and the next sequence id; the caller owns its buffer
     */
    Rewritten rewrite(ByteBuf bytes, int sequence) {
        framer.receive(bytes);
        ByteBuf out = allocator.buffer();
        int next = sequence;
        for (Packet packet = framer.next(); packet != null; packet = framer.next()) {
            try {
                mark(packet.payload());
                PacketWriter.write(out, next, packet.payload());
                next = (next + 1 + packet.payload().readableBytes() / PacketFramer.MAX_PHYSICAL_BYTES) & 0xFF;
            } finally {
                packet.release();
            }
        }
        return new Rewritten(out, next);
    }

    record Rewritten(ByteBuf bytes, int nextSequence) {}

    private void mark(ByteBuf payload) {
        ServerPacket read = reader.read(payload);
        if (!last && (read instanceof Ok || read instanceof EndOfRows)) {
            int at = statusAt(payload);
            payload.setByte(at, payload.getByte(at) | ServerStatus.MORE_RESULTS_EXISTS);
        }
    }

    private static int statusAt(ByteBuf payload) {
        WireReader in = new WireReader(payload);
        boolean classicEof = in.remaining() == CLASSIC_EOF_BYTES && in.peek() == 0xFE;
        in.skip(1);
        if (classicEof) {
            in.skip(2);
        } else {
            in.lengthEncoded();
            in.lengthEncoded();
        }
        return in.position();
    }

    @Override
    public void close() {
        framer.close();
    }
}
