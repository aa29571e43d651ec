package io.pinion.integration.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Draws from a seed: the same draws in the same order from the same seed. */
public final class Dice {
    private final SplittableRandom random;

    public Dice(long seed) {
        random = new SplittableRandom(seed);
    }

    /** True in {@code percent} of 100 draws. */
    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** From 0 to {@code bound} - 1. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** Both bounds included. */
    public int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    public long anyLong() {
        return random.nextLong();
    }

    public <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    public String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** So many different ones, or all when there are fewer, in any order. */
    public <T> List<T> some(int count, List<T> choices) {
        List<T> left = new ArrayList<>(choices);
        List<T> drawn = new ArrayList<>();
        while (drawn.size() < count && !left.isEmpty()) {
            drawn.add(left.remove(random.nextInt(left.size())));
        }
        return drawn;
    }

    /** Lets one of several makers, each as likely, make the result. */
    @SafeVarargs
    public final <T> T from(Supplier<? extends T>... makers) {
        return makers[random.nextInt(makers.length)].get();
    }
}
