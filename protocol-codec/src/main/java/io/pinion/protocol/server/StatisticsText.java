package io.pinion.protocol.server;

import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.WireWriter;

/** The answer to COM_STATISTICS: bare text without a marking first byte. */
public record StatisticsText(String text) implements ServerPacket {
    @Override
    public void encode(WireWriter out, Terms terms) {
        out.string(text, terms.charset());
    }
}
