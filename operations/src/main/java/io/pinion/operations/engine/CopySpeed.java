package io.pinion.operations.engine;

/**
 * The speed limit of a copy, so that clients don't feel it.
 *
 * @param rowsPerSecond at least 1
 * @param bytesPerSecond of values, at least 1
 */
public record CopySpeed(long rowsPerSecond, long bytesPerSecond) {
    public static final CopySpeed UNLIMITED = new CopySpeed(Long.MAX_VALUE, Long.MAX_VALUE);

    public CopySpeed {
        if (rowsPerSecond < 1 || bytesPerSecond < 1) {
            throw new IllegalArgumentException("a speed is at least one row and one byte a second");
        }
    }

    public static CopySpeed ofBytes(long perSecond) {
        return new CopySpeed(Long.MAX_VALUE, perSecond);
    }

    /** The least time for so many rows and bytes, in seconds. */
    public double seconds(long rows, long bytes) {
        return Math.max((double) rows / rowsPerSecond, (double) bytes / bytesPerSecond);
    }
}
