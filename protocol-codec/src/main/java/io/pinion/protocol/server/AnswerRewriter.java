package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.PacketWriter;

/**
 * Rewrites an answer on its way: numbers its packets anew and lets an {@link Edit} change the packets that end its
 * results. Bytes may be cut anywhere; at most one packet is held. Used by one thread.
 */
public final class AnswerRewriter implements AutoCloseable {
    private final ByteBufAllocator allocator;
    private final PacketFramer framer;
    private final ResponseReader reader;
    private final Edit edit;
    private int nextSequence;

    /** The difference between the new and the old sequence ids; known with the first packet. */
    private int shift;

    private boolean begun;

    /** A change to the packets that end results. */
    public interface Edit {
        /**
         * Changes a packet that ends a result, or the definitions of one.
         *
         * @param last whether the packet ends the whole answer
         */
        void end(ResultEnd end, boolean last);
    }

    /**
     * @param terms of the connection that the answer comes from
     * @param firstSequence the sequence id that its first packet gets
     */
    public AnswerRewriter(ByteBufAllocator allocator, Terms terms, int firstSequence, Edit edit) {
        this(allocator, terms, Expecting.RESULTS, firstSequence, edit);
    }

    /** A rewriter for an answer of any kind. */
    public AnswerRewriter(ByteBufAllocator allocator, Terms terms, Expecting expecting, int firstSequence, Edit edit) {
        this.allocator = allocator;
        this.framer = new PacketFramer(allocator, Integer.MAX_VALUE);
        this.reader = new ResponseReader(terms);
        this.edit = edit;
        this.nextSequence = firstSequence;
        reader.expect(expecting);
    }

    /**
     * Takes ownership of {@code bytes}; the caller owns the returned buffer, which holds the packets that are whole
     * now.
     */
    public ByteBuf rewrite(ByteBuf bytes) {
        framer.receive(bytes);
        ByteBuf out = allocator.buffer();
        for (Packet packet = framer.next(); packet != null; packet = framer.next()) {
            try {
                write(packet, out);
            } finally {
                packet.release();
            }
        }
        return out;
    }

    private void write(Packet packet, ByteBuf out) {
        if (!begun) {
            begun = true;
            shift = nextSequence - packet.firstSequence();
        }
        ByteBuf payload = packet.payload();
        ServerPacket read = reader.read(payload);
        if (read instanceof Ok || read instanceof EndOfRows) {
            edit.end(ResultEnd.in(payload), reader.isComplete());
        }
        PacketWriter.write(out, packet.firstSequence() + shift, payload);
        nextSequence = (packet.nextSequence() + shift) & 0xFF;
    }

    /** The sequence id behind the last packet that came out. */
    public int nextSequence() {
        return nextSequence;
    }

    @Override
    public void close() {
        framer.close();
    }
}
