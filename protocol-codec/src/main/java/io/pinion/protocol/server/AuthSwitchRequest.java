package io.pinion.protocol.server;

import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The server wants a proof made with another plugin; it may come more than once in one login.
 *
 * @param plugin empty when the packet was the bare 0xFE that asks for the insecure method before MySQL 4.1
 * @param data a new scramble, for most plugins 20 bytes; the zero byte behind it on the wire is not part of it
 */
public record AuthSwitchRequest(String plugin, byte[] data) implements ServerPacket {
    private static final int HEADER = 0xFE;

    /** ed25519 sends its 32 bytes without a zero byte behind, where the last may be zero by chance. */
    private static final int BARE_SCRAMBLE_BYTES = 32;

    static AuthSwitchRequest decode(WireReader in) {
        in.skip(1);
        if (!in.hasRemaining()) {
            return new AuthSwitchRequest("", new byte[0]);
        }
        String plugin = in.nullTerminatedString(StandardCharsets.UTF_8);
        byte[] data = in.remainingBytes();
        boolean terminated = data.length > 0 && data.length != BARE_SCRAMBLE_BYTES && data[data.length - 1] == 0;
        return new AuthSwitchRequest(plugin, terminated ? Arrays.copyOf(data, data.length - 1) : data);
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        out.uint8(HEADER).nullTerminatedString(plugin, StandardCharsets.UTF_8).bytes(data);
        if (data.length != BARE_SCRAMBLE_BYTES) {
            out.uint8(0);
        }
    }
}
