package io.pinion.protocol.server;

import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;

/**
 * MariaDB's report on the progress of a long statement, an error packet with the number 0xFFFF; the answer is still to
 * come.
 *
 * @param progress thousandths of a percent of this stage
 */
public record ProgressReport(int stage, int stages, int progress, byte[] info) implements ServerPacket {
    private static final int CODE = 0xFFFF;
    private static final int HEADER = 0xFF;
    private static final int STRINGS = 1;

    /** Whether the error packet that begins here is such a report. */
    static boolean isAt(WireReader in) {
        WireReader ahead = in.ahead();
        ahead.skip(1);
        return ahead.remaining() >= 2 && ahead.uint16() == CODE;
    }

    static ProgressReport decode(WireReader in) {
        in.skip(4);
        return new ProgressReport(in.uint8(), in.uint8(), in.uint24(), in.lengthEncodedBytes());
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        out.uint8(HEADER)
                .uint16(CODE)
                .uint8(STRINGS)
                .uint8(stage)
                .uint8(stages)
                .uint24(progress)
                .lengthEncodedBytes(info);
    }
}
