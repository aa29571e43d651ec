package io.pinion.operations.server.replication;

import java.time.Duration;
import java.util.Locale;

/**
 * The time that a primary's write takes to arrive on its standby. Servers themselves count only whole seconds.
 *
 * @param atLeast the measurement was given up after this time
 */
public record Lag(Duration time, boolean atLeast) {
    /** Such as {@code 0.4 ms}, or {@code over 12 s}. */
    public String text() {
        double millis = time.toNanos() / 1e6;
        String length = millis < 1_000
                ? String.format(Locale.ROOT, "%.1f ms", millis)
                : String.format(Locale.ROOT, "%.0f s", millis / 1_000);
        return atLeast ? "over " + length : length;
    }
}
