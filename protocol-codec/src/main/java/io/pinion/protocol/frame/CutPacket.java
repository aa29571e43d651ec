package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/** The bytes of one packet that must be read and that a cut goes through. Other packets are never copied. */
final class CutPacket {
    /** An OK, EOF or ERR longer than this is malformed: the largest seen are lists of tracked variables. */
    private static final int MAX_BYTES = 1 << 20;

    private static final byte[] NONE = {};

    private byte[] bytes = NONE;
    private int length;

    boolean isEmpty() {
        return length == 0;
    }

    /** Copies the next {@code count} bytes of the packet. */
    void append(ByteBuf in, int from, int count) {
        if (count > MAX_BYTES - length) {
            throw new MalformedPacket("an OK, EOF or ERR packet of more than " + MAX_BYTES + " bytes");
        }
        if (bytes.length < length + count) {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
        }
        in.getBytes(from, bytes, length, count);
        length += count;
    }

    /** Points {@code reader} at the whole packet and becomes empty. */
    WireReader take(WireReader reader) {
        WireReader whole = reader.over(Unpooled.wrappedBuffer(bytes), 0, length);
        bytes = NONE;
        length = 0;
        return whole;
    }
}
