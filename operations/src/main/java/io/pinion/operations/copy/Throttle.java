package io.pinion.operations.copy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Keeps a copy to its speed limit, and pauses it while its control says so. For one thread. */
final class Throttle {
    /** A longer wait has another cause, and a snapshot must not last for ever. */
    static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    /** A copy that was slower for a while, or paused, makes up for no more than this. */
    private static final long MADE_UP_NANOS = TimeUnit.SECONDS.toNanos(1);

    static final long LOOK_EVERY_MILLIS = 20;

    private final CopySpeed speed;
    private final CopyControl control;
    private final Time time;
    private long begun;

    /** The rows, and below the bytes, that earlier calls have counted. */
    private long rowsPaced;

    private long bytesPaced;

    /** The earliest time at which the copy may go on. */
    private long due;

    Throttle(CopySpeed speed, CopyControl control) {
        this(speed, control, Time.REAL);
    }

    Throttle(CopySpeed speed, CopyControl control, Time time) {
        this.speed = speed;
        this.control = control;
        this.time = time;
        this.begun = time.nanos();
        this.due = begun;
    }

    /** The clock, which tests replace. */
    interface Time {
        Time REAL = new Time() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void sleep(long millis) throws InterruptedException {
                TimeUnit.MILLISECONDS.sleep(millis);
            }
        };

        /** The same as {@link System#nanoTime}. */
        long nanos();

        void sleep(long millis) throws InterruptedException;
    }

    /** The copy must end. */
    static final class Cancelled extends Exception {
        private static final long serialVersionUID = 1;

        Cancelled(String why) {
            super(why);
        }
    }

    /** Forgets what came before, such as the making of tables: the copy doesn't make up for that time. */
    void beginsNow() {
        begun = time.nanos();
        due = begun;
    }

    Duration elapsed() {
        return Duration.ofNanos(time.nanos() - begun);
    }

    /**
     * Waits until the next batch may begin.
     *
     * @param rows that were copied so far
     * @param bytes that were copied so far
     * @param held gets the reason of a pause again and again, and an empty text when the copy goes on
     */
    void pace(long rows, long bytes, Consumer<String> held) throws Cancelled {
        long now = time.nanos();
        long earliest = Math.max(due, now - MADE_UP_NANOS);
        due = earliest + (long) (speed.seconds(rows - rowsPaced, bytes - bytesPaced) * 1e9);
        rowsPaced = rows;
        bytesPaced = bytes;
        if (stoodStill(now, held)) {
            held.accept("");
        }
        while (time.nanos() - due < 0) {
            endIfCancelled();
            sleep();
        }
    }

    /** Pauses while the control says so; true when there was a pause. */
    private boolean stoodStill(long since, Consumer<String> held) throws Cancelled {
        endIfCancelled();
        Optional<String> reason = control.mustWait();
        boolean stood = reason.isPresent();
        while (reason.isPresent()) {
            if (time.nanos() - since > LONGEST_WAIT.toNanos()) {
                throw new Cancelled(
                        "it had to wait for longer than " + LONGEST_WAIT.toMinutes() + " min: " + reason.get());
            }
            held.accept(reason.get());
            sleep();
            endIfCancelled();
            reason = control.mustWait();
        }
        return stood;
    }

    private void endIfCancelled() throws Cancelled {
        if (control.isCancelled()) {
            throw new Cancelled("cancelled");
        }
    }

    private void sleep() throws Cancelled {
        try {
            time.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Cancelled("interrupted");
        }
    }
}
