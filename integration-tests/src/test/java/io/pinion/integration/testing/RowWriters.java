package io.pinion.integration.testing;

import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Clients that write, each row once, and remember what was acknowledged and what went wrong. */
public final class RowWriters implements AutoCloseable {
    private final PairCluster cluster;
    private final long thinkNanos;
    public final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    public final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    public final Pauses pauses;
    private final AtomicBoolean end = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * Half of them at each proxy; one in four writes transactions.
     *
     * @param think what a writer waits between two rows. Without any, a standby on a small machine falls behind for as
     *     long as they write, so that a planned promotion never begins.
     */
    public RowWriters(PairCluster cluster, int count, Duration think) {
        this.cluster = cluster;
        thinkNanos = think.toNanos();
        pauses = new Pauses(count);
        for (int writer = 0; writer < count; writer++) {
            int number = writer;
            threads.add(Thread.ofVirtual().start(() -> write(number)));
        }
    }

    private void write(int number) {
        try (Connection client = cluster.connect(number % 2)) {
            boolean transactions = number % 4 == 3;
            for (int i = 0; !end.get(); i++) {
                String id = number + "-" + i;
                long begun = System.nanoTime();
                if (transactions) {
                    Jdbc.execute(client, "BEGIN");
                }
                Jdbc.execute(client, "INSERT INTO rows_of VALUES ('" + id + "', " + i + ")");
                if (transactions) {
                    Jdbc.execute(client, "UPDATE rows_of SET n = n + 1 WHERE id = '" + id + "'");
                    Jdbc.execute(client, "COMMIT");
                }
                pauses.took(number, System.nanoTime() - begun);
                acknowledged.add(id);
                LockSupport.parkNanos(thinkNanos);
            }
        } catch (SQLException e) {
            errors.add(number + ": " + e.getErrorCode() + " " + e.getMessage());
        }
    }

    public void awaitMore(int rows) {
        int before = acknowledged.size();
        Conditions.await("more rows", Conditions.LONG, () -> acknowledged.size() >= before + rows || !errors.isEmpty());
    }

    /** Returns when all have stopped; twice is harmless. */
    @Override
    public void close() {
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
