package io.pinion.protocol.client;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.WireReader;

/**
 * A client's reply to an auth switch or to more auth data: bytes that only the plugin can read. An empty reply is a
 * packet without payload.
 */
public record AuthReply(byte[] data) {
    public static AuthReply decode(ByteBuf packet) {
        return new AuthReply(new WireReader(packet).remainingBytes());
    }

    /** Never shows the proof, which may be a password in clear. */
    @Override
    public String toString() {
        return "AuthReply[" + data.length + " bytes]";
    }
}
