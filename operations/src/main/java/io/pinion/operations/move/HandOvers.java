package io.pinion.operations.move;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Counts the hand-overs of this proxy that are under way, while clients wait for their end. Thread-safe. */
final class HandOvers {
    private int running;
    private boolean closed;

    /**
     * Call this before statements are held; {@link #end} must follow.
     *
     * @throws MoveRefused when the proxy is stopping; the hand-over must not begin then
     */
    synchronized void begin() throws MoveRefused {
        if (closed) {
            throw new MoveRefused("the proxy is stopping: try again on another one");
        }
        running++;
    }

    /** Call this when statements aren't held any more, or when this proxy can't change that. */
    synchronized void end() {
        running--;
        notifyAll();
    }

    /** Refuses new hand-overs, and waits for those that have begun, up to the timeout. */
    synchronized void close(Duration timeout) {
        closed = true;
        long end = System.nanoTime() + timeout.toNanos();
        try {
            for (long left = timeout.toNanos(); running > 0 && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
