package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * A statement, a login or a connection failed. It ends the answer, whatever came before it.
 *
 * <p>An error in place of the greeting has no SQLSTATE on the wire, since nothing is agreed on yet: terms without
 * PROTOCOL_41 write it so, and reading fills in {@code HY000}.
 *
 * @param code the server's number; see {@link ErrorCode} for those that Pinion knows
 * @param sqlState five characters
 * @param message for people; a server sends at most 512 bytes
 */
public record ServerError(int code, String sqlState, String message) implements ServerPacket {
    private static final int HEADER = 0xFF;
    private static final String GENERAL_STATE = "HY000";

    /** @throws IllegalArgumentException when the SQLSTATE isn't five characters or the code not 16 bits */
    public ServerError {
        if (sqlState.length() != 5) {
            throw new IllegalArgumentException("'" + sqlState + "' is no SQLSTATE");
        }
        if (code < 0 || code > 0xFFFF) {
            throw new IllegalArgumentException(code + " is no error number");
        }
    }

    public ServerError(ErrorCode code, String message) {
        this(code.number(), code.sqlState(), message);
    }

    /** Decodes an error's payload, first byte included; its indices and its owner stay as they are. */
    public static ServerError decode(ByteBuf packet, Charset charset) {
        return decode(new WireReader(packet), charset);
    }

    static ServerError decode(WireReader in, Charset charset) {
        in.skip(1);
        int code = in.uint16();
        String sqlState = GENERAL_STATE;
        if (in.remaining() >= 6 && in.peek() == '#') {
            in.skip(1);
            sqlState = in.string(5, StandardCharsets.ISO_8859_1);
        }
        return new ServerError(code, sqlState, in.remainingString(charset));
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        out.uint8(HEADER).uint16(code);
        if (terms.capabilities().protocol41()) {
            out.uint8('#').string(sqlState, StandardCharsets.ISO_8859_1);
        }
        out.string(message, terms.charset());
    }
}
