package io.pinion.demo;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs a few slow tasks side by side. */
final class Parallel {
    private Parallel() {}

    /** A task that blocks on servers and disks. */
    @FunctionalInterface
    interface Task {
        void run() throws IOException, SQLException;
    }

    /** Runs all of them, each on a thread of its own, waits for all to end, and throws the first failure. */
    static void run(List<Task> tasks) throws IOException {
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().name("demo-", 1).daemon().factory())) {
            List<Future<?>> running = new ArrayList<>();
            for (Task task : tasks) {
                running.add(threads.submit(() -> {
                    task.run();
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException known) {
                throw known;
            }
            throw new IOException(String.valueOf(cause == null ? e : cause.getMessage()), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
