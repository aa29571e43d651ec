package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.ErrorCode;

/**
 * The physical packets of a passing answer: their headers, which may be cut, their order, and the bytes still to come
 * of the current one. {@link AnswerPhases} knows their meaning.
 */
final class PassingPackets {
    private static final int ANY_SEQUENCE = -1;

    private int expectedSequence = ANY_SEQUENCE;
    private int lastSequence;

    private int header;
    private int headerBytes;
    private int bodyLeft;
    private boolean continues;
    private boolean firstByteAwaited;

    /** Sets the sequence id of the next packet. */
    void beginWith(int sequence) {
        expectedSequence = sequence & 0xFF;
        lastSequence = (sequence - 1) & 0xFF;
    }

    /** The client sends packets in between, so the server's next packet may have any sequence id. */
    void orderIsInterrupted() {
        expectedSequence = ANY_SEQUENCE;
    }

    int lastSequence() {
        return lastSequence;
    }

    /** True where a header comes next, or the rest of one. */
    boolean isAtHeader() {
        return bodyLeft == 0 && !firstByteAwaited;
    }

    /** True where a cut goes through a header. */
    boolean isInHeader() {
        return headerBytes > 0;
    }

    /** True where no byte of the next logical packet has come. */
    boolean isBetweenLogical() {
        return bodyLeft == 0 && headerBytes == 0 && !continues;
    }

    /** True where the first byte of a logical packet comes next, the only byte that tells its kind. */
    boolean isAtFirstByte() {
        return firstByteAwaited;
    }

    void firstByteSeen() {
        firstByteAwaited = false;
    }

    /** Length of the physical packet whose header came last, without that header. */
    int length() {
        return header & PacketFramer.MAX_PHYSICAL_BYTES;
    }

    /** The number of bytes from {@code at} to before {@code to} that belong to the current packet. */
    int bodyBytes(int at, int to) {
        return Math.min(bodyLeft, to - at);
    }

    /** True when the next {@code bytes} bytes of the body end the logical packet. */
    boolean endsWith(int bytes) {
        return bytes == bodyLeft && !continues;
    }

    void pass(int bytes) {
        bodyLeft -= bytes;
    }

    /**
     * Reads the header bytes in this range; the header's last byte begins the packet.
     *
     * @return the index behind the bytes read
     */
    int readHeader(ByteBuf in, int from, int to) {
        int at = from;
        if (headerBytes == 0 && to - from >= PacketFramer.HEADER_BYTES) {
            header = in.getIntLE(from);
            at += PacketFramer.HEADER_BYTES;
        } else {
            header = headerBytes == 0 ? 0 : header;
            while (at < to && headerBytes < PacketFramer.HEADER_BYTES) {
                header |= in.getUnsignedByte(at) << (8 * headerBytes);
                headerBytes++;
                at++;
            }
            if (headerBytes < PacketFramer.HEADER_BYTES) {
                return at;
            }
        }
        headerBytes = 0;
        begin();
        return at;
    }

    private void begin() {
        int sequence = header >>> 24;
        if (sequence != expectedSequence && expectedSequence != ANY_SEQUENCE) {
            throw outOfOrder(sequence, expectedSequence);
        }
        lastSequence = sequence;
        expectedSequence = (lastSequence + 1) & 0xFF;
        bodyLeft = length();
        boolean beginsLogical = !continues;
        continues = bodyLeft == PacketFramer.MAX_PHYSICAL_BYTES;
        if (beginsLogical) {
            if (bodyLeft == 0) {
                throw new MalformedPacket("an empty packet where an answer goes on");
            }
            firstByteAwaited = true;
        }
    }

    /**
     * The hot loop: passes rows that lie whole in these bytes, are one physical packet and can be neither an end nor an
     * error. Call it between logical packets only.
     *
     * @return the index of the first header that isn't such a row's
     */
    int passWholeRows(ByteBuf in, int from, int to, AnswerFacts facts) {
        int at = from;
        int sequence = expectedSequence;
        int rows = 0;
        while (to - at > PacketFramer.HEADER_BYTES) {
            int head = in.getIntLE(at);
            int length = head & PacketFramer.MAX_PHYSICAL_BYTES;
            if (length > to - at - PacketFramer.HEADER_BYTES
                    || length == 0
                    || length == PacketFramer.MAX_PHYSICAL_BYTES
                    || in.getUnsignedByte(at + PacketFramer.HEADER_BYTES) >= 0xFE) {
                break;
            }
            if (head >>> 24 != sequence && sequence != ANY_SEQUENCE) {
                throw outOfOrder(head >>> 24, sequence);
            }
            lastSequence = head >>> 24;
            sequence = (lastSequence + 1) & 0xFF;
            at += PacketFramer.HEADER_BYTES + length;
            rows++;
        }
        expectedSequence = sequence;
        facts.passedRows(rows);
        return at;
    }

    private static MalformedPacket outOfOrder(int sequence, int expected) {
        return new MalformedPacket(
                ErrorCode.NET_PACKETS_OUT_OF_ORDER,
                "an answer's packets are out of order: expected sequence id " + expected + ", got " + sequence);
    }
}
