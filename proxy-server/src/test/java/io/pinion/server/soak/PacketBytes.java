package io.pinion.server.soak;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A cursor over the payload of one packet. */
final class PacketBytes {
    private static final int NULL_CELL = 0xFB;

    private final byte[] bytes;
    private int position;

    PacketBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    int length() {
        return bytes.length;
    }

    int first() {
        return bytes.length == 0 ? -1 : bytes[0] & 0xFF;
    }

    void skip(int count) {
        position += count;
    }

    byte[] take(int count) {
        byte[] taken = new byte[count];
        System.arraycopy(bytes, position, taken, 0, count);
        position += count;
        return taken;
    }

    String zeroTerminated() {
        int end = position;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        String text = new String(bytes, position, end - position, StandardCharsets.UTF_8);
        position = end + 1;
        return text;
    }

    long lengthEncoded() {
        int first = bytes[position++] & 0xFF;
        return switch (first) {
            case 0xFC -> integer(2);
            case 0xFD -> integer(3);
            case 0xFE -> integer(8);
            default -> first;
        };
    }

    @Nullable
    String text() {
        if ((bytes[position] & 0xFF) == NULL_CELL) {
            position++;
            return null;
        }
        int length = (int) lengthEncoded();
        return new String(take(length), StandardCharsets.UTF_8);
    }

    Answer.Failed error() {
        position = 1;
        int code = (int) integer(2);
        return new Answer.Failed(code, new String(bytes, position, bytes.length - position, StandardCharsets.UTF_8));
    }

    private long integer(int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= (bytes[position++] & 0xFFL) << (8 * i);
        }
        return value;
    }
}
