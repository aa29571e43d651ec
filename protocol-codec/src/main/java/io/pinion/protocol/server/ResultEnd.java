package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.WireReader;

/**
 * The status and the count of warnings in the packet that ends a result (an OK or an EOF), changed in place. The buffer
 * stays its owner's.
 */
public final class ResultEnd {
    private static final int EOF_MARK = 0xFE;
    private static final int CLASSIC_EOF_BYTES = 5;
    private static final int MOST_WARNINGS = 0xFFFF;

    private final ByteBuf packet;
    private final int statusAt;
    private final int warningsAt;

    private ResultEnd(ByteBuf packet, int statusAt, int warningsAt) {
        this.packet = packet;
        this.statusAt = statusAt;
        this.warningsAt = warningsAt;
    }

    /** @param payload an OK or an EOF packet's, without its header */
    public static ResultEnd in(ByteBuf payload) {
        return at(payload, payload.readerIndex(), payload.writerIndex());
    }

    private static ResultEnd at(ByteBuf buffer, int start, int end) {
        WireReader in = new WireReader(buffer, start, end);
        boolean classicEof = in.remaining() == CLASSIC_EOF_BYTES && in.peek() == EOF_MARK;
        in.skip(1);
        if (classicEof) {
            return new ResultEnd(buffer, in.position() + Short.BYTES, in.position());
        }
        in.lengthEncoded();
        in.lengthEncoded();
        return new ResultEnd(buffer, in.position(), in.position() + Short.BYTES);
    }

    /** @param flags of {@link io.pinion.protocol.flags.ServerStatus} */
    public void addStatus(int flags) {
        packet.setShortLE(statusAt, packet.getUnsignedShortLE(statusAt) | flags);
    }

    /** @param flags of {@link io.pinion.protocol.flags.ServerStatus} */
    public void removeStatus(int flags) {
        packet.setShortLE(statusAt, packet.getUnsignedShortLE(statusAt) & ~flags);
    }

    /** Adds to the count of warnings, which stays at its maximum of 65535. */
    public void addWarnings(int count) {
        packet.setShortLE(warningsAt, Math.min(MOST_WARNINGS, packet.getUnsignedShortLE(warningsAt) + count));
    }
}
