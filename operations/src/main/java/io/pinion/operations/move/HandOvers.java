package io.pinion.operations.move;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The hand-overs that this proxy is in the middle of, while clients wait for their end. Thread-safe. */
final class HandOvers {
    private int running;
    private boolean closed;

    /**
     * Before statements are held. {@link #end} must follow.
     *
     * @throws MoveRefused the proxy is stopping; nothing must follow then
     */
    synchronized void begin() throws MoveRefused {
        if (closed) {
            throw new MoveRefused("the proxy is stopping: try again on another one");
        }
        running++;
    }

    /** Statements aren't held any more, or nobody here can do anything about it. */
    synchronized void end() {
        running--;
        notifyAll();
    }

    /** None begins any more; waits for those that have begun, so long at most. */
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
