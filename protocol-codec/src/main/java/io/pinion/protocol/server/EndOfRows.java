package io.pinion.protocol.server;

import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;

/**
 * Ends the rows of a result; without DEPRECATE_EOF also the definitions. A classic EOF of five bytes, or, with
 * DEPRECATE_EOF, an OK that begins with 0xFE. Servers also acknowledge COM_SET_OPTION and COM_DEBUG with it.
 *
 * @param sessionState tracked changes, for which a classic EOF has no room: see {@link Ok#sessionState}
 */
public record EndOfRows(ServerStatus status, int warnings, byte[] sessionState) implements ServerPacket {
    private static final int HEADER = 0xFE;
    private static final byte[] NONE = {};

    public EndOfRows(ServerStatus status, int warnings) {
        this(status, warnings, NONE);
    }

    static EndOfRows decode(WireReader in, Terms terms) {
        if (terms.deprecateEof()) {
            Ok ok = Ok.decode(in);
            return new EndOfRows(ok.status(), ok.warnings(), ok.sessionState());
        }
        in.skip(1);
        int warnings = in.uint16();
        return new EndOfRows(ServerStatus.of(in.uint16()), warnings);
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        if (terms.deprecateEof()) {
            new Ok(0, 0, status, warnings, NONE, sessionState).encode(out, HEADER, terms);
            return;
        }
        out.uint8(HEADER)
                .uint16(warnings)
                .uint16(status.without(ServerStatus.SESSION_STATE_CHANGED).bits());
    }
}
