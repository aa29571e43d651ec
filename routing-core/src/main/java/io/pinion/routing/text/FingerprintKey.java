package io.pinion.routing.text;

import java.util.random.RandomGenerator;

/**
 * The secret key of a process's fingerprints: without it, no client can make two statements collide and run one under
 * the other's plan. Drawn once, from a secure source, and shared by every tokenizer of the process.
 */
public record FingerprintKey(long first, long second) {
    /** @param random a cryptographically strong source */
    public static FingerprintKey draw(RandomGenerator random) {
        return new FingerprintKey(random.nextLong(), random.nextLong());
    }

    /** Never prints the key, which is secret. */
    @Override
    public String toString() {
        return "FingerprintKey";
    }
}
