package io.pinion.operations.copy;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The progress of a copy.
 *
 * @param tablesMade of {@code tables}; all are made before the first gets rows
 * @param tablesDone of {@code tables}
 * @param bytes of values that were copied
 * @param bytesExpected all bytes, by the server's estimate; it may be off by half
 * @param waitsFor why the copy pauses, in words; empty while it goes on
 */
public record CopyProgress(
        int tablesMade,
        int tablesDone,
        int tables,
        long rows,
        long bytes,
        long bytesExpected,
        Duration elapsed,
        String waitsFor) {
    private static final int NEARLY_ALL = 99;

    public double rowsPerSecond() {
        return rows / seconds();
    }

    public double bytesPerSecond() {
        return bytes / seconds();
    }

    /** The estimated rest of the time; empty while nothing is known. */
    public Optional<Duration> remaining() {
        if (bytes == 0) {
            return Optional.empty();
        }
        double left = Math.max(0, bytesExpected - bytes) / bytesPerSecond();
        return Optional.of(Duration.ofMillis((long) (left * 1000)));
    }

    private double seconds() {
        return Math.max(1, elapsed.toMillis()) / 1000.0;
    }

    /** The estimated percentage, never 100 before the end; empty while nothing is known. */
    public OptionalInt percent() {
        return bytesExpected <= 0
                ? OptionalInt.empty()
                : OptionalInt.of((int) Math.min(NEARLY_ALL, bytes * 100.0 / bytesExpected));
    }

    /** For a journal or a person; {@code pinion} draws the percentage as a bar. */
    @Override
    public String toString() {
        if (tablesMade < tables) {
            return "tables made " + tablesMade + " of " + tables + (waitsFor.isEmpty() ? "" : "; waits: " + waitsFor);
        }
        String part = percent().isEmpty() ? "" : percent().getAsInt() + " %, ";
        return part + "table " + Math.min(tablesDone + 1, tables) + " of " + tables + ", " + rows + " rows, "
                + (bytes >> 20)
                + " MB at " + String.format(Locale.ROOT, "%.1f", bytesPerSecond() / (1 << 20)) + " MB/s"
                + remaining()
                        .map(left -> ", about " + left.toSeconds() + " s left")
                        .orElse("")
                + (waitsFor.isEmpty() ? "" : "; waits: " + waitsFor);
    }
}
