package io.pinion.operations.copy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Lets a copy go no faster than it may. One thread's. */
final class Throttle {
    /** A standby that needs longer has another trouble, and a snapshot must not last for ever. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private static final long LOOK_EVERY_MILLIS = 20;

    private final CopySpeed speed;
    private final CopyControl control;
    private final long begun = System.nanoTime();

    Throttle(CopySpeed speed, CopyControl control) {
        this.speed = speed;
        this.control = control;
    }

    /** The copy shall end. */
    static final class Cancelled extends Exception {
        private static final long serialVersionUID = 1;

        Cancelled(String why) {
            super(why);
        }
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /**
     * Waits until the next batch may begin.
     *
     * @param rows that were copied so far
     * @param bytes that were copied so far
     */
    void pace(long rows, long bytes) throws Cancelled {
        long due = begun + (long) (speed.seconds(rows, bytes) * 1e9);
        long longest = System.nanoTime() + LONGEST_WAIT.toNanos();
        boolean waiting = true;
        while (waiting) {
            if (control.isCancelled()) {
                throw new Cancelled("cancelled");
            }
            boolean held = control.mustWait();
            if (held && System.nanoTime() - longest > 0) {
                throw new Cancelled("it had to wait for longer than " + LONGEST_WAIT.toMinutes()
                        + " min, as for a standby that is behind");
            }
            waiting = held || System.nanoTime() - due < 0;
            if (waiting) {
                sleep();
            }
        }
    }

    private static void sleep() throws Cancelled {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Cancelled("interrupted");
        }
    }
}
