package io.pinion.config.source;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Small documents for tests of sources, and waiting for what they do. */
final class Documents {
    private Documents() {}

    /** @param generation 0 to state none */
    static String document(long generation, String cluster, String host) {
        return """
                {%s"cluster": "%s", "servers": {"a": "%s"}, "pairs": {"p": {"primary": "a"}}, "home": "p", "users": {},
                 "accounts": {"data": {"user": "pinion", "secret": "env:X"}}}
                """.formatted(generation == 0 ? "" : "\"generation\": " + generation + ", ", cluster, host);
    }

    static void await(String what, Duration patience, BooleanSupplier condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + patience + ": " + what);
            }
            try {
                Thread.sleep(5);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while waiting: " + what, interrupted);
            }
        }
    }
}
