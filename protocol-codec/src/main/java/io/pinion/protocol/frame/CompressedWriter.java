package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Compresses the packets for a client; the mirror of {@link CompressedFramer}. Used by one thread. */
public final class CompressedWriter implements AutoCloseable {
    /** Shorter content is stored uncompressed, as by servers. */
    private static final int LEAST_PACKED_BYTES = 50;

    /**
     * Longer content is cut, since a client holds one piece at a time. Servers cut at 16 KB, which compresses worse.
     */
    private static final int MAX_PIECE_BYTES = 64 * 1024;

    private final ByteBufAllocator allocator;
    private final Packing packing = new Packing();

    private int nextSequence;

    public CompressedWriter(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    /** Sets the next piece's sequence id: one more than that of the client's last packet. */
    public void continueAt(int sequence) {
        nextSequence = sequence & 0xFF;
    }

    /** The sequence id of the next piece. */
    public int nextSequence() {
        return nextSequence;
    }

    /**
     * Turns any bytes of the plain stream into compressed packets. Takes ownership of {@code plain}; the caller owns
     * the result.
     */
    public ByteBuf write(ByteBuf plain) {
        try {
            ByteBuf out = allocator.buffer(plain.readableBytes() + CompressedFramer.HEADER_BYTES);
            while (plain.isReadable()) {
                writePiece(plain.readSlice(Math.min(plain.readableBytes(), MAX_PIECE_BYTES)), out);
            }
            return out;
        } finally {
            plain.release();
        }
    }

    private void writePiece(ByteBuf piece, ByteBuf out) {
        int start = out.writerIndex();
        int plainBytes = piece.readableBytes();
        out.writeZero(CompressedFramer.HEADER_BYTES);
        boolean packed = plainBytes >= LEAST_PACKED_BYTES && packing.pack(piece, out);
        if (!packed) {
            out.writeBytes(piece, piece.readerIndex(), plainBytes);
        }
        out.setMediumLE(start, out.writerIndex() - start - CompressedFramer.HEADER_BYTES);
        out.setByte(start + 3, nextSequence);
        out.setMediumLE(start + 4, packed ? plainBytes : 0);
        nextSequence = (nextSequence + 1) & 0xFF;
    }

    @Override
    public void close() {
        packing.close();
    }
}
