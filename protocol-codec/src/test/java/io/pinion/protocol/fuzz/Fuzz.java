package io.pinion.protocol.fuzz;

import io.pinion.protocol.frame.MalformedPacket;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Runs a decoder over bytes that are almost right, each time with a seed of its own that a failure names. {@code
 * -Dpinion.fuzz.seconds} says how long each test takes (by hand: 600).
 */
final class Fuzz {
    private static final long SECONDS = Long.getLong("pinion.fuzz.seconds", 2);

    /** So often the bytes stay right, so that what follows a right packet is reached too. */
    private static final int RIGHT_ONE_IN = 8;

    private Fuzz() {}

    /** {@code decoder} may read the bytes or say {@link MalformedPacket}; everything else is a failure. */
    static void run(Function<Random, byte[]> original, BiConsumer<Random, byte[]> decoder) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        Random seeds = new Random();
        long rounds = 0;
        while (System.nanoTime() < end) {
            long seed = seeds.nextLong();
            Random random = new Random(seed);
            byte[] bytes = original.apply(random);
            byte[] sent = random.nextInt(RIGHT_ONE_IN) == 0 ? bytes : Mutation.of(bytes, random);
            rounds++;
            try {
                decoder.accept(random, sent);
            } catch (MalformedPacket expected) {
                // Said so.
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "round " + rounds + ", seed " + seed + ", bytes "
                                + HexFormat.of().formatHex(sent),
                        e);
            }
        }
    }
}
