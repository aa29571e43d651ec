package io.pinion.operations.engine;

/**
 * The bounds of copies between servers that clients use.
 *
 * @param mostRunning how many threads of a server may run before a copy waits, as {@code Threads_running} counts
 *     them; 0 for any number
 */
public record CopyBounds(CopySpeed speed, int mostRunning) {
    public static final CopyBounds NONE = new CopyBounds(CopySpeed.UNLIMITED, 0);

    public CopyBounds {
        if (mostRunning < 0) {
            throw new IllegalArgumentException("no number of running threads: " + mostRunning);
        }
    }
}
