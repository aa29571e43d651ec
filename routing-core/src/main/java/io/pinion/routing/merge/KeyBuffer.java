package io.pinion.routing.merge;

import java.util.Arrays;

/** A growing buffer for one row's key; used again for the next row. */
final class KeyBuffer {
    private byte[] bytes = new byte[64];
    private int length;

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    void put(int unsignedByte) {
        makeRoomFor(1);
        bytes[length++] = (byte) unsignedByte;
    }

    void put(byte[] from, int start, int end) {
        makeRoomFor(end - start);
        System.arraycopy(from, start, bytes, length, end - start);
        length += end - start;
    }

    /** Four bytes, the highest first. */
    void putInt(int value) {
        put(value >>> 24);
        put(value >>> 16);
        put(value >>> 8);
        put(value);
    }

    /** Eight bytes, the highest first. */
    void putLong(long value) {
        putInt((int) (value >>> 32));
        putInt((int) value);
    }

    /** Inverts the order of the bytes written since {@code start}. */
    void invertFrom(int start) {
        for (int i = start; i < length; i++) {
            bytes[i] = (byte) ~bytes[i];
        }
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** As {@link Arrays#compareUnsigned(byte[], byte[])} of the bytes written and {@code other}. */
    int compareTo(byte[] other) {
        return Arrays.compareUnsigned(bytes, 0, length, other, 0, other.length);
    }

    private void makeRoomFor(int more) {
        if (bytes.length - length < more) {
            // Keys are as long as cells, at most a packet; the sum stays far below the largest array.
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(length, more)));
        }
    }
}
