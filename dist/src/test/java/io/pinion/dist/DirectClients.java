package io.pinion.dist;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** JdbcClients of the first server that know nothing of Pinion, and write rows one by one. */
final class DirectClients implements AutoCloseable {
    private static final int ROW_BYTES = 10_000;
    private static final long THINK_NANOS = 5_000_000;
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicLong longest = new AtomicLong();
    private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean end = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    DirectClients(EmptyServers servers, int count) {
        for (int client = 0; client < count; client++) {
            int number = client;
            threads.add(Thread.ofVirtual().start(() -> write(servers, number)));
        }
    }

    /** A database {@code shop} with so much in it. */
    static void fill(Connection root, int megabytes) throws SQLException {
        JdbcClients.execute(
                root,
                "SET GLOBAL read_only = 0",
                "CREATE DATABASE shop",
                "CREATE TABLE shop.written (id VARCHAR(40) PRIMARY KEY, n INT)",
                "CREATE TABLE shop.big (id INT PRIMARY KEY AUTO_INCREMENT, data MEDIUMTEXT)");
        try (PreparedStatement insert = root.prepareStatement(
                "INSERT INTO shop.big (data) SELECT REPEAT(SHA2(seq, 256), ?) FROM (SELECT @n := @n + 1 AS seq FROM"
                        + " information_schema.columns, (SELECT @n := ?) begin LIMIT 100) rows_of_a_megabyte")) {
            for (int done = 0; done < megabytes; done++) {
                insert.setInt(1, ROW_BYTES / 64);
                insert.setInt(2, done * 100);
                insert.execute();
            }
        }
    }

    private void write(EmptyServers servers, int number) {
        try (Connection client = servers.connect(0);
                PreparedStatement insert = client.prepareStatement("INSERT INTO shop.written VALUES (?, ?)")) {
            for (int i = 0; !end.get(); i++) {
                insert.setString(1, number + "-" + i);
                insert.setInt(2, i);
                long begun = System.nanoTime();
                insert.execute();
                longest.accumulateAndGet(System.nanoTime() - begun, Math::max);
                acknowledged.incrementAndGet();
                LockSupport.parkNanos(THINK_NANOS);
            }
        } catch (SQLException e) {
            errors.add(number + ": " + e.getErrorCode() + " " + e.getMessage());
        }
    }

    /** Returns when so many rows more are written, or a client has failed. */
    void awaitMore(int rows) {
        int wanted = acknowledged.get() + rows;
        long end = System.nanoTime() + LONGEST_WAIT_NANOS;
        while (acknowledged.get() < wanted && errors.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(THINK_NANOS);
        }
    }

    int acknowledged() {
        return acknowledged.get();
    }

    long longestMillis() {
        return longest.get() / 1_000_000;
    }

    List<String> errors() {
        return List.copyOf(errors);
    }

    /** Returns when all have stopped; twice is harmless. */
    @Override
    public void close() {
        stop();
    }

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
