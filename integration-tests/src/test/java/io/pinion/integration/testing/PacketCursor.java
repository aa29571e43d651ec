package io.pinion.integration.testing;

import java.nio.charset.StandardCharsets;

/** Reads the payload of one whole packet from front to end, without the code under test. */
public abstract class PacketCursor {
    private final byte[] bytes;
    private int position;

    protected PacketCursor(byte[] bytes) {
        this.bytes = bytes;
    }

    public int length() {
        return bytes.length;
    }

    public int first() {
        return bytes.length == 0 ? -1 : bytes[0] & 0xFF;
    }

    public boolean isRead() {
        return position >= bytes.length;
    }

    public void skip(int count) {
        position += count;
    }

    public byte[] take(int count) {
        byte[] taken = new byte[count];
        System.arraycopy(bytes, position, taken, 0, count);
        position += count;
        return taken;
    }

    public int peek() {
        return bytes[position] & 0xFF;
    }

    public long integer(int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= (bytes[position++] & 0xFFL) << (8 * i);
        }
        return value;
    }

    public long lengthEncoded() {
        int first = (int) integer(1);
        return switch (first) {
            case 0xFC -> integer(2);
            case 0xFD -> integer(3);
            case 0xFE -> integer(8);
            default -> first;
        };
    }

    public String zeroTerminated() {
        int end = position;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        String text = new String(bytes, position, end - position, StandardCharsets.UTF_8);
        position = end + 1;
        return text;
    }

    /** How many bytes haven't been read. */
    protected int remaining() {
        return bytes.length - position;
    }
}
