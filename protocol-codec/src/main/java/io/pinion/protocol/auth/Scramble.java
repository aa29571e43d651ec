package io.pinion.protocol.auth;

import java.security.SecureRandom;

/** The nonce in a server's challenge. */
public final class Scramble {
    public static final int BYTES = 20;

    private Scramble() {}

    /**
     * 20 bytes as MySQL makes them: seven bits each, no {@code $}, and no zero byte, which would end the scramble
     * early.
     */
    public static byte[] generate(SecureRandom random) {
        byte[] scramble = new byte[BYTES];
        random.nextBytes(scramble);
        for (int i = 0; i < scramble.length; i++) {
            scramble[i] &= 0x7F;
            if (scramble[i] == 0 || scramble[i] == '$') {
                scramble[i]++;
            }
        }
        return scramble;
    }
}
