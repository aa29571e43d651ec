package io.pinion.operations.copy;

import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationRefused;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Keeps work on rows to its speed limit, batch by batch, and pauses it while its control says so. Blocks; thread-safe:
 * while one thread has to wait, all do.
 */
public final class Pace {
    /** A longer wait has another cause, and a snapshot must not last for ever. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    /** Work that was slower for a while, or paused, makes up for no more than this. */
    private static final long MADE_UP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LOOK_EVERY_MILLIS = 20;

    private final CopySpeed speed;
    private final CopyControl control;
    private final Telling telling;
    private final Time time;
    private long begun;
    private long rows;
    private long bytes;

    /** The rows, and below the bytes, that earlier waits were for. */
    private long rowsPaced;

    private long bytesPaced;

    /** The earliest time at which the work may go on. */
    private long due;

    /** Tells how many rows it has counted. */
    public Pace(CopySpeed speed, CopyControl control) {
        this(speed, control, Time.REAL);
    }

    Pace(CopySpeed speed, CopyControl control, Time time) {
        this(speed, control, Pace::counted, time);
    }

    /** Tells of it in other words. */
    Pace(CopySpeed speed, CopyControl control, Telling telling) {
        this(speed, control, telling, Time.REAL);
    }

    private Pace(CopySpeed speed, CopyControl control, Telling telling, Time time) {
        this.speed = speed;
        this.control = control;
        this.telling = telling;
        this.time = time;
        this.begun = time.nanos();
        this.due = begun;
    }

    /** Tells nothing but why it waits. */
    public static Pace quiet(CopySpeed speed, CopyControl control) {
        Telling waits = (rows, bytes, elapsed, waitsFor) ->
                waitsFor.isEmpty() ? Optional.empty() : counted(rows, bytes, elapsed, waitsFor);
        return new Pace(speed, control, waits);
    }

    private static Optional<CopyProgress> counted(long rows, long bytes, Duration elapsed, String waitsFor) {
        return Optional.of(new CopyProgress(0, 0, 0, rows, bytes, 0, elapsed, waitsFor));
    }

    /** What the control is told of the rows that were counted; empty for nothing. */
    @FunctionalInterface
    interface Telling {
        Optional<CopyProgress> of(long rows, long bytes, Duration elapsed, String waitsFor);
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

    /** Forgets what came before, such as the making of tables: the work doesn't make up for that time. */
    void beginsNow() {
        begun = time.nanos();
        due = begun;
    }

    /** Counts rows of a batch that isn't whole yet. */
    synchronized void count(long moreRows, long moreBytes) {
        rows += moreRows;
        bytes += moreBytes;
    }

    /** Call this after each batch; waits until the next one may begin. */
    public synchronized void wrote(long rowsOfBatch, long bytesOfBatch) throws OperationRefused {
        count(rowsOfBatch, bytesOfBatch);
        tell("");
        keep();
    }

    /** Waits until the next batch may begin. */
    synchronized void keep() throws OperationRefused {
        long now = time.nanos();
        long earliest = Math.max(due, now - MADE_UP_NANOS);
        due = earliest + (long) (speed.seconds(rows - rowsPaced, bytes - bytesPaced) * 1e9);
        rowsPaced = rows;
        bytesPaced = bytes;
        standStill(now);
        while (time.nanos() - due < 0) {
            sleep();
        }
    }

    /** Pauses while the control says so. */
    private void standStill(long since) throws OperationRefused {
        control.requireMayGoOn();
        Optional<String> reason = control.mustWait();
        boolean stands = reason.isPresent();
        while (reason.isPresent()) {
            if (time.nanos() - since > LONGEST_WAIT.toNanos()) {
                throw new OperationRefused(
                        "it had to wait for longer than " + LONGEST_WAIT.toMinutes() + " min: " + reason.get());
            }
            tell(reason.get());
            sleep();
            reason = control.mustWait();
        }
        if (stands) {
            tell("");
        }
    }

    private void sleep() throws OperationRefused {
        try {
            time.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationRefused("interrupted");
        }
        control.requireMayGoOn();
    }

    /** @param waitsFor the reason of a pause, again and again; empty when the work goes on */
    void tell(String waitsFor) {
        progress(waitsFor).ifPresent(control::progressed);
    }

    synchronized Optional<CopyProgress> progress(String waitsFor) {
        return telling.of(rows, bytes, Duration.ofNanos(time.nanos() - begun), waitsFor);
    }

    /** All that were counted. */
    synchronized long bytes() {
        return bytes;
    }
}
