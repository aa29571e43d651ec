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
 * @param bytesExpected all bytes, as the server's estimates of what is done and of what is left let expect; it may be
 *     off by half
 * @param elapsed since the first table began to get rows
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

    /** Of a copy that has just begun, or has hardly copied anything, the rest can't be told. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(5);

    private static final int PERCENT_ENOUGH = 3;

    /**
     * A server's estimate is of whole pages, and so says of thousands of small tables what none of them has: as much of the
     * bytes is there as of the estimates.
     *
     * @param reached of {@code estimated}
     */
    static long expected(long bytes, long reached, long estimated) {
        return reached <= 0 ? estimated : (long) (bytes * ((double) estimated / reached));
    }

    public double bytesPerSecond() {
        return bytes / seconds();
    }

    /** The estimated rest of the time; empty while too little is known, and while the copy pauses. */
    public Optional<Duration> remaining() {
        int percent = percent().orElse(0);
        if (percent < PERCENT_ENOUGH
                || percent >= NEARLY_ALL
                || elapsed.compareTo(LONG_ENOUGH) < 0
                || !waitsFor.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(elapsed.multipliedBy(100 - percent).dividedBy(percent));
    }

    private double seconds() {
        return Math.max(1, elapsed.toMillis()) / 1000.0;
    }

    /** The estimated percentage, never 100 before the end; empty while nothing is known. */
    public OptionalInt percent() {
        if (bytesExpected <= 0) {
            return OptionalInt.empty();
        }
        // A server takes 16 KB for an empty table, too: where nothing but such tables came yet, they are counted.
        double part = bytes == 0 && tables > 0 ? (double) tablesDone / tables : (double) bytes / bytesExpected;
        return OptionalInt.of((int) Math.min(NEARLY_ALL, part * 100));
    }

    /** For a journal or a person; {@code pinion} draws the percentage as a bar. */
    @Override
    public String toString() {
        if (tablesMade < tables) {
            return "making tables: " + tablesMade + " of " + tables + waiting();
        }
        String part = percent().isEmpty() ? "" : percent().getAsInt() + " %, ";
        String table = tables == 0 ? "" : "table " + Math.min(tablesDone + 1, tables) + " of " + tables + ", ";
        return part + table + rows + " rows, "
                + (bytes >> 20)
                + " MB at " + String.format(Locale.ROOT, "%.1f", bytesPerSecond() / (1 << 20)) + " MB/s"
                + remaining()
                        .map(left -> ", about " + left.toSeconds() + " s left")
                        .orElse("")
                + waiting();
    }

    private String waiting() {
        return waitsFor.isEmpty() ? "" : "; waits: " + waitsFor;
    }
}
