package io.pinion.protocol.server;

import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;

/**
 * Begins a result set.
 *
 * @param count from 1
 */
public record ColumnCount(int count) implements ServerPacket {
    private static final int MAX_COLUMNS = 0xFFFF;

    static ColumnCount decode(WireReader in) {
        long count = in.lengthEncoded();
        if (count <= 0 || count > MAX_COLUMNS) {
            throw new MalformedPacket("a result of " + Long.toUnsignedString(count) + " columns");
        }
        return new ColumnCount((int) count);
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        out.lengthEncoded(count);
    }
}
