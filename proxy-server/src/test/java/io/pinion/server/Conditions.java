package io.pinion.server;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** Waits for what happens on another thread, with a deadline. */
final class Conditions {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private static final Duration STANDSTILL = Duration.ofMillis(300);

    private Conditions() {}

    static void await(BooleanSupplier condition) {
        Instant end = Instant.now().plus(DEADLINE);
        while (!condition.getAsBoolean()) {
            if (Instant.now().isAfter(end)) {
                throw new AssertionError("it didn't happen within " + DEADLINE);
            }
            Thread.onSpinWait();
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
        }
    }

    /** What {@code number} is when it has stood still for a while. */
    static int settled(IntSupplier number) {
        int[] seen = {number.getAsInt()};
        Instant[] since = {Instant.now()};
        await(() -> {
            int now = number.getAsInt();
            if (now != seen[0]) {
                seen[0] = now;
                since[0] = Instant.now();
            }
            return Duration.between(since[0], Instant.now()).compareTo(STANDSTILL) > 0;
        });
        return seen[0];
    }
}
