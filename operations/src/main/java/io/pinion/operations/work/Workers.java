package io.pinion.operations.work;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads for work that blocks, with a line before them. They end when there is none, and keep no process alive.
 * Thread-safe.
 */
public final class Workers implements Executor, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Workers.class);

    private static final int IDLE_SECONDS = 5;

    private final String name;

    private final ThreadPoolExecutor threads;

    /**
     * @param name of the threads
     * @param count how many work at a time
     * @param waiting how many tasks may wait
     */
    public Workers(String name, int count, int waiting) {
        this.name = name;
        threads = new ThreadPoolExecutor(
                count,
                count,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(waiting),
                Thread.ofPlatform().daemon().name(name).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** @throws RejectedExecutionException when too many wait, or it is closed */
    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** The answer, or whatever the work has thrown; an exception whose message is for people when too many wait. */
    public <T> CompletionStage<T> ask(Callable<T> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            threads.execute(() -> {
                try {
                    answer.complete(work.call());
                } catch (RuntimeException | Error e) {
                    log.atError()
                            .addKeyValue("thread", name)
                            .setCause(e)
                            .log("Work has failed by a mistake of Pinion's");
                    answer.completeExceptionally(e);
                } catch (Exception e) {
                    answer.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(new IllegalStateException(
                    threads.isShutdown()
                            ? "the proxy is stopping"
                            : "too many wait for the same already; try again later"));
        }
        return answer;
    }

    /** Does the same work on several threads of its own at a time, and waits until it has ended on each. Blocks. */
    public static void together(String name, int count, Runnable work) {
        try (Workers threads = new Workers(name, count, count)) {
            CompletableFuture.allOf(IntStream.range(0, count)
                            .mapToObj(i -> CompletableFuture.runAsync(work, threads))
                            .toArray(CompletableFuture[]::new))
                    .join();
        }
    }

    /** As {@link #close()}, and waits for what runs, so long at most. */
    public void close(Duration timeout) {
        close();
        try {
            threads.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What runs and what waits goes on to its end; nothing new is taken. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
