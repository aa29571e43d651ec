package io.pinion.server.execution.fanout;

import java.util.function.BooleanSupplier;

/**
 * How long one step of an event loop may go on with the rows of one statement: about two milliseconds, because all other
 * sessions of the loop wait for that time.
 */
final class Slice {
    private static final long NANOS = 2_000_000;

    private final BooleanSupplier wanted;
    private int asked;
    private long begunNanos;

    /** @param wanted whether its receiver takes another row */
    Slice(BooleanSupplier wanted) {
        this.wanted = wanted;
    }

    /** To be asked before each row. The time begins behind the first, since most slices have no other. */
    boolean goesOn() {
        asked++;
        if (asked == 2) {
            begunNanos = System.nanoTime();
        }
        return wanted.getAsBoolean() && (asked <= 2 || System.nanoTime() - begunNanos < NANOS);
    }
}
