package io.pinion.routing.text.lexer;

import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread for texts that may take long to plan. Another one may interrupt it: planning of a text that is no longer wanted
 * then ends. It gives its processor up again and again, so that event loops that wake up don't wait for the end of its time
 * slice, which is some milliseconds on Linux. Where processors are few it sleeps for that, since a thread that only yields is
 * often the next one to run: of two processors, 99 % of another user's selects took 1.3 ms beside it, 1.9 ms where it yielded
 * and 0.6 ms with nothing beside.
 */
public final class PlanningThread extends Thread {
    private static final long REST_EVERY_NANOS = 100_000;

    /** Linux makes about 0.1 ms of it. */
    private static final long SLEEP_NANOS = 50_000;

    private static final boolean FEW_PROCESSORS = Runtime.getRuntime().availableProcessors() < 4;

    private long restedNanos = System.nanoTime();

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
            planning.restNowAndThen();
        }
    }

    private void restNowAndThen() {
        if (System.nanoTime() - restedNanos > REST_EVERY_NANOS) {
            rest();
            restedNanos = System.nanoTime();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // a hint is all that is wanted
    private static void rest() {
        if (FEW_PROCESSORS) {
            LockSupport.parkNanos(SLEEP_NANOS);
        } else {
            Thread.yield();
        }
    }
}
