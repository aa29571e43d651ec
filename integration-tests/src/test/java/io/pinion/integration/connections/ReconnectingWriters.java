package io.pinion.integration.connections;

import io.pinion.integration.testing.Jdbc;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Clients as a connection pool makes them: who loses a connection opens one more, at the next of their proxies, and goes on.
 * Each row is written once, in a transaction of two statements every other time.
 */
final class ReconnectingWriters implements AutoCloseable {
    private static final Duration THINK = Duration.ofMillis(5);

    final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    final AtomicInteger reconnects = new AtomicInteger();
    private final String table;
    private final List<Integer> ports;
    private final AtomicBoolean end = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    /** @param table of one column {@code id} and one {@code n}, with its database */
    ReconnectingWriters(String table, List<Integer> ports, int count) {
        this.table = table;
        this.ports = ports;
        for (int writer = 0; writer < count; writer++) {
            int number = writer;
            threads.add(Thread.ofVirtual().start(() -> write(number)));
        }
    }

    private void write(int number) {
        int port = number;
        @Nullable Connection client = null;
        try {
            client = connect(port);
            for (int i = 0; !end.get(); i++) {
                String id = number + "-" + i;
                try {
                    row(client, id, i);
                } catch (SQLException e) {
                    requireLost(e);
                    client.close();
                    client = connect(++port);
                    reconnects.incrementAndGet();
                    // Nobody knows whether it was written.
                    if (Jdbc.rows(client, "SELECT id FROM " + table + " WHERE id = '" + id + "'")
                            .isEmpty()) {
                        row(client, id, i);
                    }
                }
                acknowledged.add(id);
                LockSupport.parkNanos(THINK.toNanos());
            }
        } catch (SQLException e) {
            errors.add(number + " at port " + ports.get(port % ports.size()) + ": " + e.getErrorCode() + " "
                    + e.getSQLState() + " " + e.getMessage());
        } finally {
            close(client);
        }
    }

    private void row(Connection client, String id, int n) throws SQLException {
        if (n % 2 == 0) {
            Jdbc.execute(client, "INSERT INTO " + table + " VALUES ('" + id + "', " + n + ")");
            return;
        }
        Jdbc.execute(client, "BEGIN");
        Jdbc.execute(client, "INSERT INTO " + table + " VALUES ('" + id + "', 0)");
        Jdbc.execute(client, "UPDATE " + table + " SET n = " + n + " WHERE id = '" + id + "'");
        Jdbc.execute(client, "COMMIT");
    }

    /** That the connection is gone: 1053, and what clients make of it by themselves. */
    private static void requireLost(SQLException e) throws SQLException {
        if (!String.valueOf(e.getSQLState()).startsWith("08")) {
            throw e;
        }
    }

    private Connection connect(int port) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + ports.get(port % ports.size())
                        + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true&connectTimeout=10000&socketTimeout=30000",
                "app",
                "app");
    }

    private static void close(@Nullable Connection client) {
        try {
            if (client != null) {
                client.close();
            }
        } catch (SQLException e) {
            // It was lost.
        }
    }

    void awaitMore(int rows) {
        int before = acknowledged.size();
        Conditions.await(
                "more rows", Duration.ofSeconds(30), () -> acknowledged.size() >= before + rows || !errors.isEmpty());
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
