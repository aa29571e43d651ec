package io.pinion.config.source;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread of a source, which may block on I/O. An exception of an action is logged, and the thread goes on. */
final class SourceThread implements Executor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SourceThread.class);
    private static final long CLOSE_MILLIS = 5_000;

    private final ScheduledThreadPoolExecutor executor;

    SourceThread(String name) {
        executor = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name(name).factory());
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public void execute(Runnable action) {
        after(0, action);
    }

    /** Does nothing after the thread has closed: events may come late. */
    void after(long delayMillis, Runnable action) {
        try {
            started(executor.schedule(() -> guarded(action), delayMillis, TimeUnit.MILLISECONDS));
        } catch (RejectedExecutionException closed) {
            LOG.atDebug().log("an event came after the topology source closed");
        }
    }

    void every(long periodMillis, Runnable action) {
        started(executor.scheduleWithFixedDelay(
                () -> guarded(action), periodMillis, periodMillis, TimeUnit.MILLISECONDS));
    }

    /** Drops the future: actions are guarded, so it holds no exception. */
    private static void started(Future<?> ignored) {}

    private static void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException unexpected) {
            LOG.atError().setCause(unexpected).log("the topology source failed at an event");
        }
    }

    /** Runs the action and waits for it; false when it takes longer than {@code timeoutMillis}. */
    boolean runAndWait(Runnable action, long timeoutMillis) {
        CountDownLatch done = new CountDownLatch(1);
        execute(() -> {
            try {
                action.run();
            } finally {
                done.countDown();
            }
        });
        try {
            return done.await(timeoutMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
