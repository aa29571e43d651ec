package io.pinion.protocol.flags;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * What the two sides of a connection agreed on, without which packets can be neither read nor written.
 *
 * @param capabilities what both can
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
