package io.pinion.integration.transfer;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.Pauses;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients of the database {@code shop} that know nothing of shards: each has a user of its own, orders for it, pays and
 * deletes orders, in transactions and without, by text, by statements that Pinion prepares and by those that the driver
 * does. They remember what was acknowledged.
 */
final class ShopClients implements AutoCloseable {
    private static final Duration THINK = Duration.ofMillis(Integer.getInteger("pinion.import.think", 100));

    /** The acknowledged orders: their number and what is due. */
    final Map<Long, Integer> orders = new ConcurrentHashMap<>();

    /** The numbers of orders that were deleted. */
    final Map<Long, Boolean> deleted = new ConcurrentHashMap<>();

    final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    final Pauses pauses;
    private final AtomicBoolean end = new AtomicBoolean();
    private final List<AtomicInteger> counts = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /** Connects a client. */
    interface Connector {
        Connection connect(int client, boolean prepares) throws SQLException;
    }

    ShopClients(int clients, Connector connector) {
        pauses = new Pauses(clients);
        for (int i = 0; i < clients; i++) {
            int client = i;
            AtomicInteger count = new AtomicInteger();
            counts.add(count);
            threads.add(Thread.ofPlatform().name("shop-" + i).start(() -> run(client, connector, count)));
        }
    }

    private void run(int client, Connector connector, AtomicInteger count) {
        String doing = "connecting";
        try (Connection connection = connector.connect(client, client % 2 == 1)) {
            long user = user(connection, client);
            try (PreparedStatement order = connection.prepareStatement(
                            "INSERT INTO orders (user_id, due, note) VALUES (?, ?, ?)",
                            Statement.RETURN_GENERATED_KEYS);
                    PreparedStatement own =
                            connection.prepareStatement("SELECT COUNT(*), SUM(due) FROM orders WHERE user_id = ?")) {
                List<Long> mine = new ArrayList<>();
                for (int turn = 0; !end.get(); turn++) {
                    long begun = System.nanoTime();
                    switch (turn % 5) {
                        case 0, 1 -> {
                            doing = "an order";
                            mine.add(order(order, user, turn));
                        }
                        case 2 -> {
                            doing = "a transaction";
                            mine.add(transaction(connection, order, user, turn, mine));
                        }
                        case 3 -> {
                            doing = "reading";
                            read(connection, own, user, mine);
                        }
                        default -> {
                            doing = "deleting";
                            delete(connection, user, mine);
                        }
                    }
                    pauses.took(client, System.nanoTime() - begun);
                    count.incrementAndGet();
                    LockSupport.parkNanos(THINK.toNanos());
                }
            }
        } catch (SQLException e) {
            errors.add("client " + client + ", " + doing + ": " + e.getErrorCode() + " " + e.getMessage());
        } catch (IllegalStateException e) {
            errors.add("client " + client + ", " + doing + ": " + e.getMessage());
        }
    }

    private static long user(Connection connection, int client) throws SQLException {
        return Jdbc.insert(
                connection,
                "INSERT INTO users (name, email) VALUES ('client " + client + "', 'client" + client + "@example.com')");
    }

    private long order(PreparedStatement order, long user, int due) throws SQLException {
        order.setLong(1, user);
        order.setInt(2, due);
        order.setString(3, "order of turn " + due);
        order.executeUpdate();
        long number = key(order);
        remember(number, due);
        return number;
    }

    private static long key(PreparedStatement insert) throws SQLException {
        try (ResultSet keys = insert.getGeneratedKeys()) {
            keys.next();
            return keys.getLong(1);
        }
    }

    private void remember(long number, int due) {
        if (orders.put(number, due) != null) {
            throw new IllegalStateException("order " + number + " was given twice");
        }
    }

    /** Pays what is due of an older order and orders anew: both or neither. */
    private long transaction(Connection connection, PreparedStatement order, long user, int due, List<Long> mine)
            throws SQLException {
        connection.setAutoCommit(false);
        order.setLong(1, user);
        order.setInt(2, due);
        order.setString(3, "with a payment");
        order.executeUpdate();
        long number = key(order);
        Long paid = mine.isEmpty() ? null : mine.getLast();
        if (paid != null) {
            Jdbc.execute(connection, "UPDATE orders SET due = 0 WHERE user_id = " + user + " AND id = " + paid);
        }
        Jdbc.execute(connection, "UPDATE users SET turns = turns + 1 WHERE id = " + user);
        connection.commit();
        connection.setAutoCommit(true);
        remember(number, due);
        if (paid != null) {
            orders.put(paid, 0);
        }
        return number;
    }

    private void read(Connection connection, PreparedStatement own, long user, List<Long> mine) throws SQLException {
        own.setLong(1, user);
        try (ResultSet rows = own.executeQuery()) {
            rows.next();
            int due = mine.stream().mapToInt(orders::get).sum();
            if (rows.getInt(1) != mine.size() || rows.getInt(2) != due) {
                throw new IllegalStateException("user " + user + " has " + rows.getInt(1) + " orders of "
                        + rows.getInt(2) + ", not " + mine.size() + " of " + due);
            }
        }
        String country = Jdbc.value(
                connection, "SELECT c.name FROM users u JOIN countries c ON c.code = u.country WHERE u.id = " + user);
        if (!"Austria".equals(country)) {
            throw new IllegalStateException("user " + user + " is in " + country);
        }
    }

    private void delete(Connection connection, long user, List<Long> mine) throws SQLException {
        if (mine.size() > 20) {
            long number = mine.removeFirst();
            Jdbc.execute(connection, "DELETE FROM orders WHERE user_id = " + user + " AND id = " + number);
            orders.remove(number);
            deleted.put(number, true);
        }
    }

    /** Returns when each has done more, or one has failed. */
    void awaitMore(int turns) {
        int[] wanted = counts.stream().mapToInt(count -> count.get() + turns).toArray();
        Conditions.await("more turns", Conditions.LONG, () -> {
            for (int i = 0; i < wanted.length; i++) {
                if (counts.get(i).get() < wanted[i] && errors.isEmpty()) {
                    return false;
                }
            }
            return true;
        });
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

    @Override
    public void close() {
        stop();
    }
}
