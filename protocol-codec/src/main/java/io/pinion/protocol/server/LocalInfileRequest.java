package io.pinion.protocol.server;

import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;

/** LOAD DATA LOCAL: the client must send this file now, an empty packet behind it. Pinion never opens the file. */
public record LocalInfileRequest(byte[] fileName) implements ServerPacket {
    static LocalInfileRequest decode(WireReader in) {
        in.skip(1);
        return new LocalInfileRequest(in.remainingBytes());
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        out.nullMark().bytes(fileName);
    }
}
