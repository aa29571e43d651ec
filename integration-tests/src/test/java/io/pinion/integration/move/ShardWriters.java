package io.pinion.integration.move;

import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Clients that write, each in its own way and each row once, and remember what was acknowledged and what went wrong. */
final class ShardWriters implements AutoCloseable {
    private static final Duration THINK = Duration.ofMillis(2);

    final Map<String, String> acknowledged = new ConcurrentHashMap<>();
    final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    private final List<AtomicInteger> counts = new ArrayList<>();
    private final AtomicBoolean end = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    interface Connector {
        Connection connect() throws SQLException;
    }

    /** One write of a row that is told from all others by its text. */
    interface Write {
        void row(Connection client, String text) throws SQLException;
    }

    /** Begins at once. */
    void add(String name, Connector connector, Write write) {
        AtomicInteger count = new AtomicInteger();
        counts.add(count);
        threads.add(Thread.ofVirtual().start(() -> write(name, count, connector, write)));
    }

    private void write(String name, AtomicInteger count, Connector connector, Write write) {
        try (Connection client = connector.connect()) {
            for (int i = 0; !end.get(); i++) {
                String text = name + " " + i;
                write.row(client, text);
                acknowledged.put(text, name);
                count.incrementAndGet();
                LockSupport.parkNanos(THINK.toNanos());
            }
        } catch (SQLException e) {
            errors.add(name + ": " + e.getErrorCode() + " " + e.getMessage());
        }
    }

    /** Returns when each has written more, or one has failed. */
    void awaitMore(int rows) {
        int[] wanted = counts.stream().mapToInt(count -> count.get() + rows).toArray();
        Conditions.await(
                "more rows",
                Conditions.LONG,
                () -> !errors.isEmpty()
                        || IntStream.range(0, wanted.length)
                                .allMatch(i -> counts.get(i).get() >= wanted[i]));
    }

    /** How many rows were acknowledged. */
    int rows() {
        return acknowledged.size();
    }

    @Override
    public void close() {
        stop();
    }

    /** Returns when all have stopped; twice is harmless. */
    void stop() {
        end.set(true);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a test", e);
            }
        }
    }
}
