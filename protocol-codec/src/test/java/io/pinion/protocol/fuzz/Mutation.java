package io.pinion.protocol.fuzz;

import java.util.Arrays;
import java.util.Random;

/** Bytes that are almost right: recorded ones with a few things wrong, as no client or server would send them. */
final class Mutation {
    private static final byte[] TELLING = {
        0, 1, 2, 0x7F, (byte) 0x80, (byte) 0xFA, (byte) 0xFB, (byte) 0xFC, (byte) 0xFD, (byte) 0xFE, (byte) 0xFF
    };

    private Mutation() {}

    static byte[] of(byte[] original, Random random) {
        byte[] bytes = original.clone();
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            bytes = once(bytes, random);
        }
        return bytes;
    }

    private static byte[] once(byte[] bytes, Random random) {
        if (bytes.length == 0) {
            return new byte[] {telling(random)};
        }
        int at = random.nextInt(bytes.length);
        return switch (random.nextInt(6)) {
            case 0 -> with(bytes, at, telling(random));
            case 1 -> with(bytes, at, (byte) (bytes[at] ^ 1 << random.nextInt(8)));
            case 2 -> Arrays.copyOf(bytes, at);
            case 3 -> without(bytes, at, 1 + random.nextInt(4));
            case 4 -> inserted(bytes, at, random);
            default -> repeated(bytes, at, random);
        };
    }

    private static byte[] with(byte[] bytes, int at, byte value) {
        bytes[at] = value;
        return bytes;
    }

    private static byte[] without(byte[] bytes, int at, int count) {
        int end = Math.min(bytes.length, at + count);
        byte[] shorter = Arrays.copyOf(bytes, bytes.length - (end - at));
        System.arraycopy(bytes, end, shorter, at, bytes.length - end);
        return shorter;
    }

    private static byte[] inserted(byte[] bytes, int at, Random random) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(8));
        int added = longer.length - bytes.length;
        System.arraycopy(bytes, at, longer, at + added, bytes.length - at);
        for (int i = 0; i < added; i++) {
            longer[at + i] = random.nextBoolean() ? telling(random) : (byte) random.nextInt(256);
        }
        return longer;
    }

    /** A part of it twice: packets out of order, fields too many. */
    private static byte[] repeated(byte[] bytes, int at, Random random) {
        int length = 1 + random.nextInt(Math.min(64, bytes.length - at));
        byte[] longer = Arrays.copyOf(bytes, bytes.length + length);
        System.arraycopy(bytes, at, longer, bytes.length, length);
        return longer;
    }

    private static byte telling(Random random) {
        return TELLING[random.nextInt(TELLING.length)];
    }
}
