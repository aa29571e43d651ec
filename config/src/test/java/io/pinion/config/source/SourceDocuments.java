package io.pinion.config.source;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Small documents for tests of sources, and waiting for what they do. */
final class SourceDocuments {
    private SourceDocuments() {}

    /** @param generation 0 to state none */
    static String document(long generation, String cluster, String host) {
        return """
                {%s"cluster": "%s", "servers": {"a": "%s"}, "pairs": {"p": {"primary": "a"}}, "home": "p", "users": {},
                 "accounts": {"data": {"user": "pinion", "secret": "env:X"}}}
                """.formatted(generation == 0 ? "" : "\"generation\": " + generation + ", ", cluster, host);
    }

    static void await(String what, Duration timeout, BooleanSupplier condition) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + timeout + ": " + what);
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
