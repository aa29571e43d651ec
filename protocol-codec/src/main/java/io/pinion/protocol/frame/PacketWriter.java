package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;

/**
 * Frames outgoing packets into one buffer and counts the sequence id.
 *
 * <p>Between {@link #begin} and {@link #end} write one payload of any size; it is cut into physical packets of at most
 * 0xFFFFFF bytes, with an empty one behind a payload of an exact multiple. The buffer stays its owner's and must be
 * able to grow. Used by one thread.
 */
public final class PacketWriter {
    private static final int NOT_IN_PACKET = -1;

    private final ByteBuf out;
    private final WireWriter writer;
    private int sequence;
    private int start = NOT_IN_PACKET;

    /** @param sequence the sequence id of the first packet written */
    public PacketWriter(ByteBuf out, int sequence) {
        this.out = out;
        this.writer = new WireWriter(out);
        this.sequence = sequence & 0xFF;
    }

    /** The number of physical packets that a payload takes. */
    public static int packetsFor(int payloadBytes) {
        return payloadBytes / PacketFramer.MAX_PHYSICAL_BYTES + 1;
    }

    /** The number of bytes that a payload takes, headers included. */
    public static int bytesFor(int payloadBytes) {
        return payloadBytes + PacketFramer.HEADER_BYTES * packetsFor(payloadBytes);
    }

    /** Frames a payload that exists already; its indices and ownership stay as they are. */
    public static void write(ByteBuf out, int sequence, ByteBuf payload) {
        PacketWriter packets = new PacketWriter(out, sequence);
        packets.begin().bytes(payload);
        packets.end();
    }

    /** Writes a header of four bytes; {@code length} is at most 0xFFFFFF. */
    public static void writeHeader(ByteBuf out, int length, int sequence) {
        out.writeMediumLE(length).writeByte(sequence);
    }

    /** Begins a packet: the bytes written up to {@link #end} are its payload. */
    public WireWriter begin() {
        if (start != NOT_IN_PACKET) {
            throw new IllegalStateException("the packet before has not ended");
        }
        start = out.writerIndex();
        out.writeZero(PacketFramer.HEADER_BYTES);
        return writer;
    }

    /** Ends the packet begun last. */
    public void end() {
        int length = out.writerIndex() - start - PacketFramer.HEADER_BYTES;
        if (length < PacketFramer.MAX_PHYSICAL_BYTES) {
            setHeader(start, length);
        } else {
            split(length);
        }
        start = NOT_IN_PACKET;
    }

    /** The sequence id that the next packet will have, from either side. */
    public int sequence() {
        return sequence;
    }

    /**
     * Makes room for the headers of the physical packets behind the first, moving the payload's pieces from the back.
     */
    private void split(int length) {
        int max = PacketFramer.MAX_PHYSICAL_BYTES;
        int headerBytes = PacketFramer.HEADER_BYTES;
        int more = length / max;
        out.writeZero(more * headerBytes);
        int firstPayload = start + headerBytes;
        for (int piece = more; piece > 0; piece--) {
            int from = firstPayload + piece * max;
            int pieceBytes = Math.min(max, length - piece * max);
            move(from, from + piece * headerBytes, pieceBytes);
        }
        for (int piece = 0; piece <= more; piece++) {
            setHeader(start + piece * (headerBytes + max), Math.min(max, length - piece * max));
        }
    }

    private void setHeader(int at, int length) {
        out.setMediumLE(at, length).setByte(at + 3, sequence);
        sequence = (sequence + 1) & 0xFF;
    }

    /** Moves bytes to a higher place in the buffer; the ranges may overlap. */
    private void move(int from, int to, int length) {
        ByteBuf piece = out.copy(from, length);
        try {
            out.setBytes(to, piece);
        } finally {
            piece.release();
        }
    }
}
