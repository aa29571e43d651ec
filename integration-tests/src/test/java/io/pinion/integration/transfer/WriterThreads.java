package io.pinion.integration.transfer;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Clients that write until they are told to stop, each on a thread of its own. The first failure ends its writer. */
final class WriterThreads {
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable SQLException> failure = new AtomicReference<>();
    private volatile boolean stopped;

    /** What one writer does until {@link #isStopped}. */
    interface Writer {
        void run(int number) throws SQLException, InterruptedException;
    }

    void start(String name, int count, Writer writer) {
        for (int number = 0; number < count; number++) {
            int own = number;
            threads.add(Thread.ofPlatform().name(name + " " + number).start(() -> run(writer, own)));
        }
    }

    private void run(Writer writer, int number) {
        try {
            writer.run(number);
        } catch (SQLException e) {
            failure.compareAndSet(null, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isStopped() {
        return stopped;
    }

    /** Lets them end what they do. */
    void stop() throws SQLException {
        stopped = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        SQLException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
    }
}
