package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import java.util.List;

/**
 * Tells the client that a statement succeeded and what it changed.
 *
 * <p>Against the manual, the info text has a length in front whether or not session tracking was agreed on.
 *
 * @param affectedRows changed rows, or matched ones with FOUND_ROWS
 * @param lastInsertId negative for one above 2^63
 * @param warnings how many SHOW WARNINGS would list
 * @param info text for people, in the connection's character set, as in {@code Rows matched: 1}; may be empty
 * @param sessionState the tracked changes as they came; see {@link #changes}; empty when there are none
 */
public record Ok(
        long affectedRows, long lastInsertId, ServerStatus status, int warnings, byte[] info, byte[] sessionState)
        implements ServerPacket {
    private static final int HEADER = 0x00;
    private static final byte[] NONE = {};

    public Ok(long affectedRows, long lastInsertId, ServerStatus status, int warnings) {
        this(affectedRows, lastInsertId, status, warnings, NONE, NONE);
    }

    /** Decodes the payload of an OK packet, first byte included; its indices and its owner stay as they are. */
    public static Ok decode(ByteBuf packet) {
        return decode(new WireReader(packet));
    }

    /** Also reads the end of rows that has this layout with 0xFE in front. */
    static Ok decode(WireReader in) {
        in.skip(1);
        long affectedRows = in.lengthEncoded();
        long lastInsertId = in.lengthEncoded();
        ServerStatus status = ServerStatus.of(in.uint16());
        int warnings = in.uint16();
        byte[] info = in.hasRemaining() ? in.lengthEncodedBytes() : NONE;
        byte[] sessionState = status.sessionStateChanged() && in.hasRemaining() ? in.lengthEncodedBytes() : NONE;
        return new Ok(affectedRows, lastInsertId, status, warnings, info, sessionState);
    }

    /** The same answer with another insert id, as when a local id becomes a global one. */
    public Ok withLastInsertId(long id) {
        return new Ok(affectedRows, id, status, warnings, info, sessionState);
    }

    public Ok withStatus(ServerStatus status) {
        return new Ok(affectedRows, lastInsertId, status, warnings, info, sessionState);
    }

    public List<SessionStateChange> changes() {
        return SessionStateChange.decodeAll(Unpooled.wrappedBuffer(sessionState));
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        encode(out, HEADER, terms);
    }

    void encode(WireWriter out, int header, Terms terms) {
        // Only a client that agreed to tracking may get changes, and the status must say exactly whether they follow.
        boolean tracked = sessionState.length > 0 && terms.capabilities().sessionTrack();
        ServerStatus shown = tracked
                ? status.with(ServerStatus.SESSION_STATE_CHANGED)
                : status.without(ServerStatus.SESSION_STATE_CHANGED);
        out.uint8(header)
                .lengthEncoded(affectedRows)
                .lengthEncoded(lastInsertId)
                .uint16(shown.bits())
                .uint16(warnings);
        if (info.length > 0 || tracked) {
            out.lengthEncodedBytes(info);
        }
        if (tracked) {
            out.lengthEncodedBytes(sessionState);
        }
    }
}
