package io.pinion.operations.engine;

import io.pinion.operations.work.Workers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;

/**
 * The operations of one kind that run in the background on this proxy, so many at a time, and the line of those that
 * wait for their turn. Thread-safe.
 */
final class Turns {
    private final Workers threads;
    private final int atATime;
    private final int mostWaiting;
    private final Deque<Runnable> line = new ArrayDeque<>();
    private int running;

    /** @param name of the threads */
    Turns(String name, int atATime, int mostWaiting) {
        this.threads = new Workers(name, atATime, atATime);
        this.atATime = atATime;
        this.mostWaiting = mostWaiting;
    }

    /** Whether one more would run at once. */
    synchronized boolean hasRoom() {
        return running < atATime && line.isEmpty();
    }

    /** Runs it on a thread of its own; false, and it isn't run, when it would have to wait or this is closed. */
    synchronized boolean runs(Runnable work) {
        return hasRoom() && start(work);
    }

    /** Runs it when its turn comes; false, and it is never run, when too many wait. */
    synchronized boolean linesUp(Runnable work) {
        if (hasRoom()) {
            return start(work);
        }
        return line.size() < mostWaiting && line.add(work);
    }

    private boolean start(Runnable work) {
        boolean started = false;
        try {
            running++;
            threads.execute(() -> {
                try {
                    work.run();
                } finally {
                    ended();
                }
            });
            started = true;
        } catch (RejectedExecutionException closed) {
            return false;
        } finally {
            running -= started ? 0 : 1;
        }
        return true;
    }

    private synchronized void ended() {
        running--;
        Runnable next = line.poll();
        if (next != null) {
            start(next);
        }
    }

    /** What runs goes on to its end, and is waited for so long at most; what waits is never run. */
    void close(Duration timeout) {
        threads.close(timeout);
    }
}
