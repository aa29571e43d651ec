package io.pinion.server.observe;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A limit for the lines of a log in a second, so that it doesn't fill the disk; counts the suppressed lines.
 * Thread-safe.
 */
final class LineLimit {
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final int linesPerSecond;
    private final LongSupplier clock;
    private final AtomicLong secondBegan;
    private final AtomicLong linesThisSecond = new AtomicLong();
    private final AtomicLong suppressed = new AtomicLong();

    LineLimit(int linesPerSecond, LongSupplier clock) {
        this.linesPerSecond = linesPerSecond;
        this.clock = clock;
        this.secondBegan = new AtomicLong(clock.getAsLong());
    }

    /** Whether the next line may be written. */
    boolean mayWrite() {
        long now = clock.getAsLong();
        long began = secondBegan.get();
        if (now - began >= SECOND_NANOS && secondBegan.compareAndSet(began, now)) {
            linesThisSecond.set(0);
        }
        boolean may = linesThisSecond.incrementAndGet() <= linesPerSecond;
        if (!may) {
            suppressed.incrementAndGet();
        }
        return may;
    }

    /** The number of lines suppressed since the last call. */
    long takeSuppressed() {
        return suppressed.getAndSet(0);
    }
}
