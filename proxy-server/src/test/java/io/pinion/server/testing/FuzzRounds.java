package io.pinion.server.testing;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repeats something random for a while, each time with a seed of its own that a failure names. */
public final class FuzzRounds {
    private static final Logger log = LoggerFactory.getLogger(FuzzRounds.class);

    /** One try. */
    @FunctionalInterface
    public interface Round {
        void run(Random random);
    }

    private FuzzRounds() {}

    /** @param seconds how long, unless {@code -Dpinion.fuzz.seconds} says otherwise (by hand: 600) */
    public static void repeat(String what, long seconds, Round round) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.getLong("pinion.fuzz.seconds", seconds));
        Random seeds = new Random();
        long rounds = 0;
        while (System.nanoTime() < end) {
            long seed = seeds.nextLong();
            rounds++;
            try {
                round.run(new Random(seed));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(what + ", round " + rounds + ", seed " + seed, e);
            }
        }
        log.info("{}: {} rounds without a finding", what, rounds);
    }
}
