package io.pinion.routing.text.lexer;

import java.util.concurrent.CancellationException;

/**
 * The thread that plans a statement, which another one may interrupt: planning of a text that is no longer wanted then
 * ends.
 */
public final class PlanningThread {
    private PlanningThread() {}

    /**
     * Called again and again in the course of planning.
     *
     * @throws CancellationException when the thread is interrupted
     */
    public static void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("the thread that plans was interrupted");
        }
    }
}
