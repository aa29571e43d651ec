package io.pinion.integration.reading;

import java.util.List;
import java.util.SplittableRandom;

/** Draws from a seed: the same draws in the same order from the same seed. */
final class Draws {
    private final SplittableRandom random;

    Draws(long seed) {
        random = new SplittableRandom(seed);
    }

    /** True in {@code percent} of 100 draws. */
    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** From 0 to {@code bound} - 1. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Both bounds included. */
    int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
