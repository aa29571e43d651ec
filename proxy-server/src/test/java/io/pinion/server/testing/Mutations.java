package io.pinion.server.testing;

import java.util.Arrays;
import java.util.Random;

/** Bytes that are almost right, as no client or server would send them. */
public final class Mutations {
    private Mutations() {}

    /** {@code original} with up to three things wrong. */
    public static byte[] of(byte[] original, Random random) {
        byte[] bytes = original.clone();
        for (int i = random.nextInt(3); i >= 0 && bytes.length > 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                default -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(10));
            }
        }
        return bytes;
    }
}
