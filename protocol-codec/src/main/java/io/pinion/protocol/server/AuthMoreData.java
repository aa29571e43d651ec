package io.pinion.protocol.server;

import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;

/** A further step of a plugin: for caching_sha2_password 03 "known", 04 "send all", or the server's public key. */
public record AuthMoreData(byte[] data) implements ServerPacket {
    private static final int HEADER = 0x01;

    static AuthMoreData decode(WireReader in) {
        in.skip(1);
        return new AuthMoreData(in.remainingBytes());
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        out.uint8(HEADER).bytes(data);
    }
}
