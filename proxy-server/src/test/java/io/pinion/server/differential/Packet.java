package io.pinion.server.differential;

import java.nio.charset.StandardCharsets;

/** A cursor over the payload of one whole packet. */
final class Packet {
    private final byte[] bytes;
    private int position;

    Packet(byte[] bytes) {
        this.bytes = bytes;
    }

    int length() {
        return bytes.length;
    }

    int first() {
        return bytes.length == 0 ? -1 : bytes[0] & 0xFF;
    }

    boolean isRead() {
        return position >= bytes.length;
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

    int peek() {
        return bytes[position] & 0xFF;
    }

    long integer(int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= (bytes[position++] & 0xFFL) << (8 * i);
        }
        return value;
    }

    long lengthEncoded() {
        int first = (int) integer(1);
        return switch (first) {
            case 0xFC -> integer(2);
            case 0xFD -> integer(3);
            case 0xFE -> integer(8);
            default -> first;
        };
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

    String counted() {
        return readable(take((int) lengthEncoded()));
    }

    String rest() {
        return readable(take(bytes.length - position));
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
