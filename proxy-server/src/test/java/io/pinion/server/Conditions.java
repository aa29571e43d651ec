package io.pinion.server;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Waits for what happens on another thread, with a deadline. */
final class Conditions {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

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
}
