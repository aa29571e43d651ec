package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;

/**
 * Skips a logical packet beyond the limit. Its sender expects the answer's number to follow its last physical packet,
 * so the error has to wait for the packet's end, as on a server. Used by one thread.
 */
public final class OversizePacket {
    /** The number of bytes read of the current physical packet's header. */
    private int headerBytes;

    private int length;
    private int sequence;

    /** The number of bytes still to come of the current physical packet's payload. */
    private int left;

    private boolean ended;
    private long passedBytes;

    /**
     * Reads {@code in} up to the packet's end, or all of it; the buffer stays the caller's. The first call begins at a
     * header: where {@link PacketFramer#next} stopped with error 1153.
     */
    public void skip(ByteBuf in) {
        int before = in.readableBytes();
        while (!ended && in.isReadable()) {
            if (headerBytes < PacketFramer.HEADER_BYTES) {
                readHeader(in.readUnsignedByte());
            } else {
                int here = Math.min(left, in.readableBytes());
                in.skipBytes(here);
                left -= here;
            }
            if (headerBytes == PacketFramer.HEADER_BYTES && left == 0) {
                ended = length < PacketFramer.MAX_PHYSICAL_BYTES;
                headerBytes = 0;
            }
        }
        passedBytes += before - in.readableBytes();
    }

    private void readHeader(int next) {
        if (headerBytes == PacketFramer.HEADER_BYTES - 1) {
            sequence = next;
            left = length;
        } else {
            length = headerBytes == 0 ? next : length | next << (8 * headerBytes);
        }
        headerBytes++;
    }

    /** True when the whole packet has passed. */
    public boolean hasEnded() {
        return ended;
    }

    /** The number of bytes passed so far, headers included. */
    public long passedBytes() {
        return passedBytes;
    }

    /** The sequence id of an answer, final once the packet {@linkplain #hasEnded has ended}. */
    public int nextSequence() {
        return (sequence + 1) & 0xFF;
    }
}
