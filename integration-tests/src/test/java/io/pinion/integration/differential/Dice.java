package io.pinion.integration.differential;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Draws from a seed: the same draws in the same order from the same seed. */
final class Dice {
    private final SplittableRandom random;

    Dice(long seed) {
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

    long anyLong() {
        return random.nextLong();
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Lets one of several makers, each as likely, make the result. */
    @SafeVarargs
    final <T> T from(Supplier<? extends T>... makers) {
        return makers[random.nextInt(makers.length)].get();
    }
}
