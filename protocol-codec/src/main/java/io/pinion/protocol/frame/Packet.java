package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;

/**
 * One logical packet, joined from one or more physical ones.
 *
 * @param firstSequence the sequence id of its first physical packet, 0–255
 * @param lastSequence the sequence id of its last physical packet; an answer to it begins at the next one
 * @param payload its bytes without headers; the holder of this packet owns one reference and releases it
 */
public record Packet(int firstSequence, int lastSequence, ByteBuf payload) {

    /** The sequence id that the other side must use next. */
    public int nextSequence() {
        return (lastSequence + 1) & 0xFF;
    }

    /** The number of physical packets that it was sent in. */
    public int physicalPackets() {
        return ((lastSequence - firstSequence) & 0xFF) + 1;
    }

    /** Gives up the holder's reference to the payload. */
    public void release() {
        payload.release();
    }
}
