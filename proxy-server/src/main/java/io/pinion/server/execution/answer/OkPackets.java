package io.pinion.server.execution.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.server.Ok;
import java.nio.charset.StandardCharsets;

/** Writes the OK packets that Pinion changes on their way to the client. */
public final class OkPackets {
    private OkPackets() {}

    /** A whole packet; the caller owns it. Its texts are raw bytes, so the character set doesn't matter. */
    public static ByteBuf write(Ok ok, int sequence, Capabilities capabilities) {
        ByteBuf out = Unpooled.buffer(64);
        ok.write(new PacketWriter(out, sequence), new Terms(capabilities, StandardCharsets.UTF_8));
        return out;
    }
}
