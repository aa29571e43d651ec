package io.pinion.server.eventloop;

import io.netty.channel.EventLoop;
import io.pinion.server.observe.LogKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the event loops from outside: an event loop that works on one thing for long keeps all of its clients waiting,
 * and can't tell of that itself. Every beat gives each loop a small task; how late that runs is the loop's delay.
 */
public final class LoopWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LoopWatch.class);
    private static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** A loop with such a delay is late: the log says so, and the proxy isn't ready. */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int MAX_SHAPE_CHARACTERS = 1_000;
    private static final String OWN_CODE = "io.pinion.";

    private final List<Told> loops;
    private final ScheduledExecutorService beats;
    private long lastBeatNanos = System.nanoTime();

    /** A loop, and the delay that the log was last told of; 0 when the loop wasn't late. */
    private static final class Told {
        final WatchedLoop loop;
        long nanos;

        Told(WatchedLoop loop) {
            this.loop = loop;
        }
    }

    public LoopWatch(List<EventLoop> all) {
        List<Told> watched = new ArrayList<>();
        for (EventLoop loop : all) {
            watched.add(new Told(new WatchedLoop(watched.size(), loop)));
        }
        loops = List.copyOf(watched);
        beats = Executors.newSingleThreadScheduledExecutor(
                work -> Thread.ofPlatform().daemon().name("pinion-loop-watch").unstarted(work));
        var unused = beats.scheduleWithFixedDelay(this::beat, BEAT_NANOS, BEAT_NANOS, TimeUnit.NANOSECONDS);
    }

    public List<WatchedLoop> loops() {
        return loops.stream().map(told -> told.loop).toList();
    }

    public WatchedLoop of(EventLoop loop) {
        for (Told told : loops) {
            if (told.loop.loop() == loop) {
                return told.loop;
            }
        }
        throw new IllegalStateException("this event loop isn't watched");
    }

    /** Whether the loop is busy with something long, so that a new client is better off on another one. */
    boolean isBusy(EventLoop loop) {
        return of(loop).delayNanos() > 2 * BEAT_NANOS;
    }

    /** The late loops, one line each for a person. */
    public List<String> late() {
        List<String> late = new ArrayList<>();
        for (Told told : loops) {
            long delay = told.loop.delayNanos();
            if (delay >= LATE_NANOS) {
                late.add("event loop " + told.loop.number() + " is late: it has worked on one thing for "
                        + TimeUnit.NANOSECONDS.toMillis(delay)
                        + " ms, and its clients wait; the log says on which statement");
            }
        }
        return late;
    }

    private void beat() {
        long now = System.nanoTime();
        long stoodStill = Math.max(0, now - lastBeatNanos - 2 * BEAT_NANOS);
        lastBeatNanos = now;
        for (Told told : loops) {
            try {
                lookAt(told, stoodStill);
            } catch (RuntimeException e) {
                LOG.error("An event loop can't be looked at", e);
            }
        }
    }

    private static void lookAt(Told told, long stoodStillNanos) {
        long ended = told.loop.beat(stoodStillNanos);
        if (ended < 0) {
            long delay = told.loop.delayNanos();
            // A line when it begins to be late, and whenever that has taken twice as long.
            if (delay >= LATE_NANOS && delay >= 2 * told.nanos) {
                told.nanos = delay;
                tellLate(told.loop, delay);
            }
        } else if (told.nanos > 0) {
            told.nanos = 0;
            LOG.atWarn()
                    .addKeyValue(LogKeys.LOOP, told.loop.number())
                    .addKeyValue(LogKeys.DURATION_MILLIS, TimeUnit.NANOSECONDS.toMillis(ended))
                    .log("an event loop was late and goes on");
        }
    }

    private static void tellLate(WatchedLoop loop, long delay) {
        LOG.atWarn()
                .addKeyValue(LogKeys.LOOP, loop.number())
                .addKeyValue(LogKeys.DURATION_MILLIS, TimeUnit.NANOSECONDS.toMillis(delay))
                .addKeyValue(LogKeys.SHAPE, shapeOf(loop.work()))
                .addKeyValue(LogKeys.CALL, callOf(loop.thread()))
                .log("an event loop is late, its clients wait");
    }

    private static String shapeOf(@Nullable LoopWork work) {
        if (work == null) {
            return "";
        }
        try {
            String shape = work.shape();
            return shape.length() <= MAX_SHAPE_CHARACTERS ? shape : shape.substring(0, MAX_SHAPE_CHARACTERS) + " …";
        } catch (RuntimeException halfChanged) {
            return "";
        }
    }

    /** The innermost call of Pinion's own. */
    private static String callOf(@Nullable Thread thread) {
        if (thread == null) {
            return "";
        }
        for (StackTraceElement call : thread.getStackTrace()) {
            if (call.getClassName().startsWith(OWN_CODE)) {
                return call.toString();
            }
        }
        return "";
    }

    @Override
    public void close() {
        beats.shutdownNow();
    }
}
