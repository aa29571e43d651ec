package io.pinion.routing.text.lexer;

import java.util.concurrent.CancellationException;

/**
 * A thread for texts that may take long to plan. Another one may interrupt it: planning of a text that is no longer wanted
 * then ends. It gives its processor up again and again, so that event loops that wake up don't wait for the end of its time
 * slice, which is some milliseconds on Linux.
 */
public final class PlanningThread extends Thread {
    private static final long YIELD_EVERY_NANOS = 100_000;

    private long yieldedNanos = System.nanoTime();

    public PlanningThread(Runnable work, String name) {
        super(work, name);
        setDaemon(true);
    }

    /**
     * Called again and again in the course of planning, on whatever thread that is.
     *
     * @throws CancellationException when the thread is interrupted
     */
    public static void check() {
        Thread current = Thread.currentThread();
        if (current.isInterrupted()) {
            throw new CancellationException("the thread that plans was interrupted");
        }
        if (current instanceof PlanningThread planning) {
            planning.yieldNowAndThen();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // a hint is all that is wanted
    private void yieldNowAndThen() {
        long now = System.nanoTime();
        if (now - yieldedNanos > YIELD_EVERY_NANOS) {
            Thread.yield();
            yieldedNanos = System.nanoTime();
        }
    }
}
