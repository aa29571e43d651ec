package io.pinion.protocol.flags;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The terms that the two sides of a connection agreed on; reading and writing packets takes them.
 *
 * @param capabilities those of both sides
 * @param charset of the text in packets: the client's for its own text, {@code character_set_results} for the server's
 */
public record Terms(Capabilities capabilities, Charset charset) {
    public static Terms utf8(Capabilities capabilities) {
        return new Terms(capabilities, StandardCharsets.UTF_8);
    }

    public boolean deprecateEof() {
        return capabilities.deprecateEof();
    }
}
