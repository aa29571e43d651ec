package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Packs what goes to a client that compresses; the mirror of {@link CompressedFramer}. Used by one thread. */
public final class CompressedWriter implements AutoCloseable {
    /** Fewer are stored as they are, as servers do. */
    private static final int LEAST_PACKED_BYTES = 50;

    /** More are cut: a client holds one piece at a time. Servers cut at 16 KB, which packs worse. */
    private static final int MAX_PIECE_BYTES = 64 * 1024;

    private final ByteBufAllocator allocator;
    private final Packing packing;

    private int nextSequence;

    public CompressedWriter(ByteBufAllocator allocator, Packing packing) {
        this.allocator = allocator;
        this.packing = packing;
    }

    /** The next piece has this number: one more than that of the client's last packet. */
    public void continueAt(int sequence) {
        nextSequence = sequence & 0xFF;
    }

    /** The number of the piece that comes next. */
    public int nextSequence() {
        return nextSequence;
    }

    /** Any bytes of the plain stream as compressed packets. Takes ownership of {@code plain}, gives that of the result. */
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
