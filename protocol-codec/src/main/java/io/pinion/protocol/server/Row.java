package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.WireWriter;

/**
 * An undecoded row of either form: most rows are passed on or compared by one cell.
 *
 * @param payload a view that shares the packet's reference count: retain it to keep it
 */
public record Row(ByteBuf payload) implements ServerPacket {
    @Override
    public void encode(WireWriter out, Terms terms) {
        out.bytes(payload);
    }
}
