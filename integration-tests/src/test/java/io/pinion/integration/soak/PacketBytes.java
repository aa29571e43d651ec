package io.pinion.integration.soak;

import io.pinion.integration.testing.PacketCursor;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A cursor over the payload of one packet. */
final class PacketBytes extends PacketCursor {
    private static final int NULL_CELL = 0xFB;

    PacketBytes(byte[] bytes) {
        super(bytes);
    }

    @Nullable
    String text() {
        if (peek() == NULL_CELL) {
            skip(1);
            return null;
        }
        int length = (int) lengthEncoded();
        return new String(take(length), StandardCharsets.UTF_8);
    }

    /** Of a packet that nothing was read of yet. */
    Answer.Failed error() {
        skip(1);
        int code = (int) integer(2);
        return new Answer.Failed(code, new String(take(remaining()), StandardCharsets.UTF_8));
    }
}
