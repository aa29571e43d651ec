package io.pinion.server.eventloop;

import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One event loop with its heartbeat: a task that the {@link LoopWatch} gives it, again when it has run. The time until
 * then is the loop's delay, which is also the time for which every client of the loop waits.
 */
public final class WatchedLoop {
    private static final long WINDOW_NANOS = 60_000_000_000L;

    private final int number;
    private final EventLoop loop;
    private final AtomicReference<@Nullable LoopWork> work = new AtomicReference<>();

    private volatile @Nullable Thread thread;

    /** Whether the loop has run the last heartbeat, and with which delay. */
    private volatile boolean answered = true;

    private volatile long answeredAfterNanos;
    private volatile long sentNanos;

    // Of the watch's thread, and read by others.
    private volatile long delayNanos;
    private volatile long longestNanos;
    private volatile long longestBeforeNanos;
    private long excusedNanos;
    private long windowBeganNanos = System.nanoTime();

    WatchedLoop(int number, EventLoop loop) {
        this.number = number;
        this.loop = loop;
    }

    /** Its place among the loops, from 0. */
    public int number() {
        return number;
    }

    EventLoop loop() {
        return loop;
    }

    /** Called by the loop, for each command: {@code now} is worked on until {@link #idles}. */
    public void worksOn(LoopWork now) {
        work.lazySet(now);
    }

    public void idles() {
        work.lazySet(null);
    }

    @Nullable
    LoopWork work() {
        return work.get();
    }

    /** The loop's thread; null before its first heartbeat. */
    @Nullable
    Thread thread() {
        return thread;
    }

    /** The time for which the loop hadn't run its heartbeat when the watch looked last; 0 when it had. */
    long delayNanos() {
        return delayNanos;
    }

    /** The longest delay of the last minute or two, the present one included. */
    public long longestNanos() {
        return Math.max(delayNanos, Math.max(longestNanos, longestBeforeNanos));
    }

    /**
     * Sends the next heartbeat, if the loop has run the last one.
     *
     * @param stoodStillNanos the time for which the whole process stood still, which isn't this loop's delay
     * @return the last heartbeat's delay, or -1 when it hasn't run
     */
    long beat(long stoodStillNanos) {
        if (!answered) {
            excusedNanos += stoodStillNanos;
            delayNanos = System.nanoTime() - sentNanos - excusedNanos;
            return -1;
        }
        delayNanos = 0;
        long delay = answeredAfterNanos;
        longestNanos = Math.max(longestNanos, delay);
        if (System.nanoTime() - windowBeganNanos > WINDOW_NANOS) {
            windowBeganNanos = System.nanoTime();
            longestBeforeNanos = longestNanos;
            longestNanos = 0;
        }
        send();
        return delay;
    }

    private void send() {
        excusedNanos = 0;
        sentNanos = System.nanoTime();
        answered = false;
        try {
            loop.execute(() -> {
                thread = Thread.currentThread();
                answeredAfterNanos = System.nanoTime() - sentNanos;
                answered = true;
            });
        } catch (RejectedExecutionException stopped) {
            answered = true;
        }
    }
}
