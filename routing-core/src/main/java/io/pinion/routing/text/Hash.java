package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Bytes;

/**
 * Two lanes of multiply and fold over words of eight bytes, keyed. Not a cryptographic hash: without the key, a client
 * can't find two texts that collide, and other texts never do.
 */
final class Hash {
    private static final long FIRST_MULTIPLIER = 0x9E3779B97F4A7C15L;
    private static final long SECOND_MULTIPLIER = 0xC2B2AE3D27D4EB4FL;

    private final FingerprintKey key;
    private final long firstMultiplier;
    private final long secondMultiplier;
    private long high;
    private long low;

    Hash(FingerprintKey key) {
        this.key = key;
        // Odd, so that no product loses its lowest bit.
        this.firstMultiplier = (key.first() ^ FIRST_MULTIPLIER) | 1;
        this.secondMultiplier = (Long.rotateLeft(key.second(), 32) ^ SECOND_MULTIPLIER) | 1;
    }

    void begin(long seed) {
        high = key.first() ^ seed;
        low = key.second() ^ Long.rotateLeft(seed, 17);
        add(seed);
    }

    void add(long word) {
        high = fold(high ^ word, firstMultiplier) + FIRST_MULTIPLIER;
        low = fold(low ^ word, secondMultiplier) + SECOND_MULTIPLIER;
    }

    /** Adds the bytes and their number. */
    void add(byte[] text, int from, int to) {
        long first = high;
        long second = low;
        long length = to - (long) from;
        int at = from;
        for (; at + 8 <= to; at += 8) {
            long word = Bytes.longAt(text, at);
            first = fold(first ^ word, firstMultiplier) + FIRST_MULTIPLIER;
            second = fold(second ^ word, secondMultiplier) + SECOND_MULTIPLIER;
        }
        if (at < to) {
            long word = Bytes.partialLong(text, at, to - at);
            first = fold(first ^ word, firstMultiplier) + FIRST_MULTIPLIER;
            second = fold(second ^ word, secondMultiplier) + SECOND_MULTIPLIER;
        }
        high = first ^ length;
        low = second ^ Long.rotateLeft(length, 32);
    }

    /** Folds the two halves of the product: every bit of the input reaches every bit of the result. */
    private static long fold(long value, long multiplier) {
        return value * multiplier ^ Math.unsignedMultiplyHigh(value, multiplier);
    }

    long high() {
        return high;
    }

    long low() {
        return low;
    }
}
