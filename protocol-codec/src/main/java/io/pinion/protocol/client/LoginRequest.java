package io.pinion.protocol.client;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;

/** A client's answer to the greeting. */
public sealed interface LoginRequest permits HandshakeResponse, LoginRequest.Ssl, LoginRequest.Ancient {
    /** The length of an SSL request, which is the fixed part of a full response too. */
    int FIXED_BYTES = 32;

    /**
     * The client wants TLS: its handshake begins with the next byte. A full response follows inside TLS; it may differ
     * from this request.
     */
    record Ssl(Capabilities capabilities, long maxPacketBytes, int collationId) implements LoginRequest {}

    /** The layout before MySQL 4.1, with its 8-byte scramble: recognised only so that it is refused (error 1251). */
    record Ancient() implements LoginRequest {}

    /**
     * Reads the first packet of a client; its indices and its owner stay as they are.
     *
     * @throws MalformedPacket when it is none of the three
     */
    static LoginRequest decode(ByteBuf packet) {
        WireReader in = new WireReader(packet);
        if (in.remaining() < 2) {
            throw new MalformedPacket("a login of " + in.remaining() + " bytes");
        }
        int low = in.uint16();
        if ((low & Capabilities.PROTOCOL_41) == 0) {
            return new Ancient();
        }
        Capabilities shared = Capabilities.fromWire(low | (long) in.uint16() << 16, 0);
        long maxPacketBytes = in.uint32();
        int collationId = in.uint8();
        in.skip(19);
        long mariaDb = in.uint32();
        // The last four filler bytes are MariaDB's capabilities only if the client clears bit 0.
        Capabilities capabilities =
                shared.has(Capabilities.LONG_PASSWORD) ? shared : Capabilities.fromWire(shared.bits(), mariaDb);
        if (!in.hasRemaining() && capabilities.ssl()) {
            return new Ssl(capabilities, maxPacketBytes, collationId);
        }
        return HandshakeResponse.decodeRest(in, capabilities, maxPacketBytes, collationId);
    }
}
