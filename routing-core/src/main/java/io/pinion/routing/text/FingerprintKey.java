package io.pinion.routing.text;

import java.util.random.RandomGenerator;

/**
 * What a process mixes into its fingerprints, so that nobody outside can make two statements collide and have one run
 * under the other's plan. Drawn once, from a secure source, and shared by every tokenizer of the process.
 */
public record FingerprintKey(long first, long second) {
    /** @param random a cryptographically strong source */
    public static FingerprintKey draw(RandomGenerator random) {
        return new FingerprintKey(random.nextLong(), random.nextLong());
    }

    /** Keys are secret: never printed. */
    @Override
    public String toString() {
        return "FingerprintKey";
    }
}
