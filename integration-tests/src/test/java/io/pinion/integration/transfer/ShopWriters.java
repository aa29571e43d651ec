package io.pinion.integration.transfer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Clients of the shop at home that insert, change and delete rows of all tables, their keys too, all the time. */
final class ShopWriters implements AutoCloseable {
    /** Two clients were in each other's way, or a row is there already. */
    private static final Set<Integer> NOT_NOW = Set.of(1213, 1205, 1062, 1020, 1364);

    private final WriterThreads threads = new WriterThreads();
    private final AtomicLong statements = new AtomicLong();

    private ShopWriters() {}

    static ShopWriters start(ImportStage stage, int count) {
        ShopWriters writers = new ShopWriters();
        writers.threads.start("writer", count, number -> writers.run(stage, number));
        return writers;
    }

    private void run(ImportStage stage, int number) throws SQLException, InterruptedException {
        Random random = new Random(number);
        try (Connection home = stage.home()) {
            while (!threads.isStopped()) {
                try {
                    write(home, random, number);
                    statements.incrementAndGet();
                } catch (SQLException e) {
                    if (!NOT_NOW.contains(e.getErrorCode())) {
                        throw e;
                    }
                    if (!home.getAutoCommit()) {
                        home.rollback();
                        home.setAutoCommit(true);
                    }
                }
                Thread.sleep(50);
            }
        }
    }

    private static void write(Connection home, Random random, int number) throws SQLException {
        int customer = 1 + random.nextInt(Shop.CUSTOMERS);
        int order = 1 + random.nextInt(Shop.ORDERS);
        switch (random.nextInt(20)) {
            case 0 ->
                execute(
                        home,
                        "INSERT INTO customers (name, email, balance) VALUES (?, ?, ?)",
                        "Ünew",
                        "n" + random.nextInt(),
                        1);
            case 1 -> execute(home, "UPDATE customers SET balance = balance + 1.5 WHERE id = ?", customer);
            case 2 -> execute(home, "DELETE FROM customers WHERE id = ?", customer);
            case 3 -> execute(home, "UPDATE customers SET id = id + ? WHERE id = ?", 1 + random.nextInt(50), customer);
            case 4 -> swap(home, customer, 1 + random.nextInt(Shop.CUSTOMERS));
            case 5, 6 -> execute(home, "UPDATE orders SET customer_id = ? WHERE id = ?", customer, order);
            case 7 ->
                execute(home, "UPDATE orders SET amount = amount + 1 WHERE id BETWEEN ? AND ?", order, order + 30);
            case 8 -> execute(home, "DELETE FROM orders WHERE id = ?", order);
            case 9 ->
                execute(
                        home,
                        "REPLACE INTO orders (id, customer_id, doc, price, amount, status, flags, bits, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        Shop.order(order, random));
            case 10 -> execute(home, "UPDATE orders SET id = id + 7, customer_id = ? WHERE id = ?", customer, order);
            case 11 ->
                execute(
                        home,
                        "INSERT INTO tags VALUES (?, 1) ON DUPLICATE KEY UPDATE uses = uses + 1",
                        "tag é" + random.nextInt(600));
            case 12 ->
                execute(
                        home,
                        "UPDATE tags SET name = ? WHERE name = ?",
                        "TÄG" + random.nextInt(400),
                        "tag é" + random.nextInt(600));
            case 13 ->
                execute(
                        home,
                        "UPDATE words SET word = UPPER(word), uses = uses + 1 WHERE uses BETWEEN ? AND ?",
                        order % 300,
                        order % 300 + 3);
            case 14 -> execute(home, "UPDATE words SET word = LOWER(word) WHERE uses % 50 = ?", order % 50);
            case 15 ->
                execute(
                        home,
                        "UPDATE order_lines SET order_id = order_id + 1, line = line + 3 WHERE order_id = ?",
                        random.nextInt(1_400));
            case 16 ->
                execute(
                        home,
                        "UPDATE files SET id = ?, content = CONCAT(content, ?) WHERE id = ?",
                        Shop.id(random.nextInt(200)),
                        "\0x",
                        Shop.id(random.nextInt(200)));
            case 17 ->
                execute(
                        home,
                        "UPDATE days SET region = region * -1 + 1, amount = -amount WHERE y = ?",
                        1901 + random.nextInt(200));
            case 18 ->
                execute(
                        home,
                        "UPDATE countries SET name = ? WHERE code = ?",
                        "Land " + random.nextInt(),
                        "Ä" + random.nextInt(50));
            default -> inTwoPhases(home, random, number);
        }
    }

    /** A unique value goes from one row to another. */
    private static void swap(Connection home, int one, int other) throws SQLException {
        home.setAutoCommit(false);
        execute(home, "UPDATE customers SET email = NULL WHERE id = ?", one);
        execute(home, "UPDATE customers SET email = ? WHERE id = ?", "k" + one + "@exämple.org", other);
        home.commit();
        home.setAutoCommit(true);
    }

    private static void inTwoPhases(Connection home, Random random, int number) throws SQLException {
        String name = "'w" + number + "-" + random.nextInt(1_000_000) + "'";
        execute(home, "XA START " + name);
        try {
            execute(
                    home,
                    "UPDATE orders SET customer_id = customer_id + 1 WHERE id = ?",
                    1 + random.nextInt(Shop.ORDERS));
            execute(home, "DELETE FROM customers WHERE id = ?", 1 + random.nextInt(Shop.CUSTOMERS));
        } catch (SQLException e) {
            try {
                execute(home, "XA END " + name);
            } catch (SQLException ended) {
                // A deadlock leaves it to be rolled back alone.
            }
            execute(home, "XA ROLLBACK " + name);
            throw e;
        }
        execute(home, "XA END " + name);
        execute(home, "XA PREPARE " + name);
        try {
            Thread.sleep(random.nextInt(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        execute(home, (random.nextInt(4) == 0 ? "XA ROLLBACK " : "XA COMMIT ") + name);
    }

    static void execute(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    long statements() {
        return statements.get();
    }

    /** Lets them end what they do. */
    void stop() throws SQLException {
        threads.stop();
    }

    @Override
    public void close() throws SQLException {
        stop();
    }
}
