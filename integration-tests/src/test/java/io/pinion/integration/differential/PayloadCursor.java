package io.pinion.integration.differential;

import io.pinion.integration.testing.PacketCursor;
import java.nio.charset.StandardCharsets;

/** A cursor over the payload of one whole packet. */
final class PayloadCursor extends PacketCursor {
    PayloadCursor(byte[] bytes) {
        super(bytes);
    }

    String counted() {
        return readable(take((int) lengthEncoded()));
    }

    String rest() {
        return readable(take(remaining()));
    }

    /** Text as text when it is UTF-8, and every other byte by its number. */
    private static String readable(byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') < 0 && text.chars().noneMatch(c -> c < ' ' && c != '\n')) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        for (byte b : content) {
            if (b >= ' ' && b < 0x7F) {
                out.append((char) b);
            } else {
                out.append("\\x%02X".formatted(b & 0xFF));
            }
        }
        return out.toString();
    }
}
