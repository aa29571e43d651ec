package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;

/**
 * A logical packet beyond the limit on its way past: nothing of it is kept. Its sender expects the answer numbered behind
 * its last physical packet, so the refusal has to wait for that, as it does on a server. Used by one thread.
 */
public final class OversizePacket {
    /** Of the physical packet that is passing: how many bytes of its header were read. */
    private int headerBytes;

    private int length;
    private int sequence;

    /** Of its payload: how many bytes are still to come. */
    private int left;

    private boolean ended;
    private long passedBytes;

    /**
     * Reads {@code in} up to the packet's end, or all of it; the buffer stays the caller's. The first bytes ever given are
     * those of a header: where {@link PacketFramer#next} stopped with error 1153.
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

    /** All of it has passed. */
    public boolean hasEnded() {
        return ended;
    }

    /** How many bytes of it have come so far, headers included. */
    public long passedBytes() {
        return passedBytes;
    }

    /** The sequence id of an answer, as far as is known by now. */
    public int nextSequence() {
        return (sequence + 1) & 0xFF;
    }
}
