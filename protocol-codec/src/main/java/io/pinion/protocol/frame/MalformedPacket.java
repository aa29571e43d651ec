package io.pinion.protocol.frame;

import io.pinion.protocol.flags.ErrorCode;

/**
 * The peer broke the protocol. Every decoder throws this exception and no other for bad input. The connection is in an
 * unknown state and must be closed, after an error packet with {@link #code()} and the message where that is still
 * possible.
 */
public final class MalformedPacket extends RuntimeException {
    private final ErrorCode code;

    public MalformedPacket(String message) {
        this(ErrorCode.MALFORMED_PACKET, message);
    }

    public MalformedPacket(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    /** The error that a MySQL server would send: 1835, 1153 for a packet too large, 1156 for one out of order. */
    public ErrorCode code() {
        return code;
    }
}
