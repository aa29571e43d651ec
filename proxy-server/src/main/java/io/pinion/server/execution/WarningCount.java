package io.pinion.server.execution;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.server.ResponseReader;

/** Adds Pinion's own warnings to the count in an answer's last packet. Holds at most one packet. */
final class WarningCount implements AutoCloseable {
    private static final int CLASSIC_EOF_BYTES = 5;
    private static final int EOF = 0xFE;
    private static final int ERROR = 0xFF;
    private static final int MOST = 0xFFFF;

    private final ByteBufAllocator allocator;
    private final PacketFramer framer;
    private final ResponseReader reader;
    private final int added;

    WarningCount(ByteBufAllocator allocator, Terms terms, int added) {
        this.allocator = allocator;
        this.framer = new PacketFramer(allocator, Integer.MAX_VALUE);
        this.reader = new ResponseReader(terms);
        this.added = added;
        reader.expect(Expecting.RESULTS);
    }

    /** Takes ownership of {@code bytes}; the caller owns what comes out. */
    ByteBuf addTo(ByteBuf bytes) {
        framer.receive(bytes);
        ByteBuf out = allocator.buffer();
        for (Packet packet = framer.next(); packet != null; packet = framer.next()) {
            try {
                ByteBuf payload = packet.payload();
                reader.read(payload);
                if (reader.isComplete() && payload.getUnsignedByte(payload.readerIndex()) != ERROR) {
                    int at = placeIn(payload);
                    payload.setShortLE(at, Math.min(MOST, payload.getUnsignedShortLE(at) + added));
                }
                PacketWriter.write(out, packet.firstSequence(), payload);
            } finally {
                packet.release();
            }
        }
        return out;
    }

    private static int placeIn(ByteBuf payload) {
        WireReader in = new WireReader(payload);
        boolean classicEof = in.remaining() == CLASSIC_EOF_BYTES && in.peek() == EOF;
        in.skip(1);
        if (!classicEof) {
            in.lengthEncoded();
            in.lengthEncoded();
            in.skip(2);
        }
        return in.position();
    }

    @Override
    public void close() {
        framer.close();
    }
}
