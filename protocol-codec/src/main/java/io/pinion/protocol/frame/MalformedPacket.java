package io.pinion.protocol.frame;

import io.pinion.protocol.flags.ErrorCode;

/**
 * The peer broke the protocol. Every decoder throws this and nothing else for bad input; the connection it came from is
 * in an unknown state and must be closed, after {@link #code()} and the message were sent where that is still possible.
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

    /** What a MySQL server would answer: 1835, 1153 for a packet too large, 1156 for one out of order. */
    public ErrorCode code() {
        return code;
    }
}
