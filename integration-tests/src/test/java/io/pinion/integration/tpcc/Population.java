package io.pinion.integration.tpcc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rows that are there at the start (clause 4.3.3), as loaders write them: batches of rows of all warehouses. */
final class Population {
    /** Of a line that no transaction has written. */
    private static final String LOADED = "loaded";

    private static final int BATCH = 500;
    private static final Timestamp THEN = Timestamp.valueOf("2026-01-02 03:04:05");

    private final Connection connection;
    private final Sizes sizes;
    private final Random dice;

    /** @param connection rewrites batches to statements of many rows */
    Population(Connection connection, Sizes sizes, long seed) {
        this.connection = connection;
        this.sizes = sizes;
        this.dice = new Random(seed);
    }

    /** Items and warehouses, and all that is in them. */
    void load() throws SQLException {
        loadItems();
        try (Batch warehouses = new Batch("warehouse", 9, null);
                Batch districts = new Batch("district", 11, warehouses)) {
            for (int w = 1; w <= sizes.warehouses(); w++) {
                BigDecimal taken = BigDecimal.valueOf(10L * sizes.customers());
                warehouses.add(
                        w, "wh " + w, text(10), text(10), text(10), "CA", "123411111", tax(), taken.multiply(tens(1)));
                for (int d = 1; d <= Sizes.DISTRICTS; d++) {
                    districts.add(
                            d,
                            w,
                            "d " + d,
                            text(10),
                            text(10),
                            text(10),
                            "CA",
                            "123411111",
                            tax(),
                            taken,
                            sizes.customers() + 1);
                }
            }
        }
        loadStock();
        loadCustomers();
        loadOrders();
    }

    private void loadItems() throws SQLException {
        try (Batch items = new Batch("item", 5, null)) {
            for (int i = 1; i <= sizes.items(); i++) {
                items.add(i, 1 + dice.nextInt(10_000), "item " + i, amount(1, 100), data());
            }
        }
    }

    private void loadStock() throws SQLException {
        try (Batch stock = new Batch("stock", 17, null)) {
            for (int i = 1; i <= sizes.items(); i++) {
                for (int w = 1; w <= sizes.warehouses(); w++) {
                    stock.add(
                            i,
                            w,
                            10 + dice.nextInt(91),
                            text(24),
                            text(24),
                            text(24),
                            text(24),
                            text(24),
                            text(24),
                            text(24),
                            text(24),
                            text(24),
                            text(24),
                            0,
                            0,
                            0,
                            data());
                }
            }
        }
    }

    private void loadCustomers() throws SQLException {
        try (Batch customers = new Batch("customer", 21, null);
                Batch history = new Batch("history", 8, null)) {
            for (int c = 1; c <= sizes.customers(); c++) {
                for (int w = 1; w <= sizes.warehouses(); w++) {
                    for (int d = 1; d <= Sizes.DISTRICTS; d++) {
                        customers.add(
                                c,
                                d,
                                w,
                                text(8),
                                "OE",
                                sizes.lastName(c),
                                text(10),
                                text(10),
                                text(10),
                                "CA",
                                "123411111",
                                "0123456789012345",
                                THEN,
                                dice.nextInt(10) == 0 ? "BC" : "GC",
                                50_000,
                                tax(),
                                tens(-1),
                                tens(1),
                                1,
                                0,
                                text(100));
                        history.add(c, d, w, d, w, THEN, tens(1), text(12));
                    }
                }
            }
        }
    }

    /** One order for each customer; the last 30 of a hundred wait for their delivery. */
    private void loadOrders() throws SQLException {
        List<Integer> buyers =
                IntStream.rangeClosed(1, sizes.customers()).boxed().collect(Collectors.toList());
        try (Batch orders = new Batch("orders", 8, null);
                Batch newOrders = new Batch("new_order", 3, orders);
                Batch lines = new Batch("order_line", 10, orders)) {
            for (int w = 1; w <= sizes.warehouses(); w++) {
                for (int d = 1; d <= Sizes.DISTRICTS; d++) {
                    Collections.shuffle(buyers, dice);
                    for (int o = 1; o <= sizes.customers(); o++) {
                        boolean delivered = o <= sizes.customers() * 7 / 10;
                        int count = 5 + dice.nextInt(11);
                        orders.add(o, d, w, buyers.get(o - 1), THEN, delivered ? 1 + dice.nextInt(10) : null, count, 1);
                        if (!delivered) {
                            newOrders.add(o, d, w);
                        }
                        for (int number = 1; number <= count; number++) {
                            lines.add(
                                    o,
                                    d,
                                    w,
                                    number,
                                    1 + dice.nextInt(sizes.items()),
                                    w,
                                    delivered ? THEN : null,
                                    5,
                                    delivered ? BigDecimal.ZERO : amount(1, 9999),
                                    LOADED);
                        }
                    }
                }
            }
        }
    }

    private BigDecimal tax() {
        return BigDecimal.valueOf(dice.nextInt(2001), 4);
    }

    private static BigDecimal tens(int count) {
        return BigDecimal.valueOf(10L * count);
    }

    private BigDecimal amount(int least, int most) {
        return BigDecimal.valueOf(100L * least + dice.nextInt(100 * (most - least) + 1), 2);
    }

    private String text(int length) {
        return dice.ints(length, 'a', 'z' + 1).mapToObj(Character::toString).collect(Collectors.joining());
    }

    private String data() {
        return dice.nextInt(10) == 0 ? text(10) + "ORIGINAL" + text(10) : text(28);
    }

    /** Rows of a table, in statements of {@link #BATCH}, behind those of the table that they refer to. */
    private final class Batch implements AutoCloseable {
        private final PreparedStatement insert;
        private final @Nullable Batch parents;
        private int waiting;

        Batch(String table, int columns, @Nullable Batch parents) throws SQLException {
            this.parents = parents;
            insert = connection.prepareStatement(
                    "INSERT INTO " + table + " VALUES (" + String.join(", ", Collections.nCopies(columns, "?")) + ")");
        }

        void add(@Nullable Object... values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
            insert.addBatch();
            if (++waiting == BATCH) {
                flush();
            }
        }

        private void flush() throws SQLException {
            if (parents != null) {
                parents.flush();
            }
            if (waiting > 0) {
                insert.executeBatch();
                waiting = 0;
            }
        }

        @Override
        public void close() throws SQLException {
            flush();
            insert.close();
        }
    }
}
