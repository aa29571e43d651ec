package io.pinion.integration.pair;

import io.pinion.integration.testing.Jdbc;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Clients of a server that know nothing of any proxy, and remember each row that was acknowledged. */
final class DirectWriters implements AutoCloseable {
    private static final long THINK_NANOS = 3_000_000;

    /** ER_LOCK_DEADLOCK. */
    private static final int DEADLOCK = 1213;

    final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    final AtomicInteger deadlocks = new AtomicInteger();
    private final AtomicBoolean end = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    DirectWriters(ManagedServer server, int count) {
        for (int writer = 0; writer < count; writer++) {
            int number = writer;
            threads.add(Thread.ofVirtual().start(() -> write(server, number)));
        }
    }

    private void write(ManagedServer server, int number) {
        try (Connection client = DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + server.port() + "/shop?allowPublicKeyRetrieval=true&socketTimeout=60000",
                "root",
                LooseServers.ROOT_PASSWORD)) {
            for (int i = 0; !end.get(); i++) {
                String id = number + "-" + i;
                while (!commits(client, id, i)) {
                    deadlocks.incrementAndGet();
                }
                acknowledged.add(id);
                LockSupport.parkNanos(THINK_NANOS);
            }
        } catch (SQLException e) {
            errors.add(number + ": " + e.getErrorCode() + " " + e.getMessage());
        }
    }

    /** @return false when MySQL has rolled it back for the sake of a copy's LOCK TABLES; see {@code Snapshot} */
    private static boolean commits(Connection client, String id, int i) throws SQLException {
        try {
            Jdbc.execute(client, "BEGIN");
            Jdbc.execute(client, "INSERT INTO rows_of VALUES ('" + id + "', " + i + ")");
            Jdbc.execute(client, "UPDATE big SET n = n + 1 WHERE id = " + (1 + i % 1000));
            Jdbc.execute(client, "COMMIT");
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == DEADLOCK) {
                return false;
            }
            throw e;
        }
    }

    void awaitMore(int rows) {
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
