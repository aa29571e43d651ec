package io.pinion.protocol.server;

import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;

/**
 * Begins a result set.
 *
 * @param count from 1
 * @param definitionsFollow false where both sides agreed on optional metadata and the server left it out
 */
public record ColumnCount(int count, boolean definitionsFollow) implements ServerPacket {
    private static final int MAX_COLUMNS = 0xFFFF;

    static ColumnCount decode(WireReader in, Terms terms) {
        long count = in.lengthEncoded();
        if (count <= 0 || count > MAX_COLUMNS) {
            throw new MalformedPacket("a result of " + Long.toUnsignedString(count) + " columns");
        }
        boolean definitionsFollow = !terms.capabilities().optionalMetadata() || in.uint8() != 0;
        return new ColumnCount((int) count, definitionsFollow);
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        out.lengthEncoded(count);
        if (terms.capabilities().optionalMetadata()) {
            out.uint8(definitionsFollow ? 1 : 0);
        }
    }
}
