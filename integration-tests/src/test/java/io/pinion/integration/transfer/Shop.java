package io.pinion.integration.transfer;

import io.pinion.operations.transfer.rows.ImportedTable;
import io.pinion.operations.transfer.rows.ImportedTable.TablePlacement;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A shop's tables with values of every kind that may come out of a copy as others. */
final class Shop {
    static final String DATABASE = "shop";
    static final int CUSTOMERS = 2_000;
    static final int ORDERS = 12_000;

    private Shop() {}

    /**
     * A table, where its rows go, and, for the checker, the same in SQL.
     *
     * @param shard the expression whose remainder is the shard; empty of a reference table
     */
    record ShopTable(String name, String keyColumn, String shard, String definition) {
        ImportedTable imported() {
            return new ImportedTable(
                    name, shard.isEmpty() ? new TablePlacement.Reference() : new TablePlacement.Hashed(keyColumn));
        }
    }

    static final List<ShopTable> TABLES = List.of(
            new ShopTable(
                    "customers",
                    "id",
                    "CRC32(id)",
                    "(id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(60) CHARACTER SET latin1,"
                            + " email VARCHAR(80) CHARACTER SET utf8mb4, balance DECIMAL(12,3) NOT NULL DEFAULT 0,"
                            + " since DATE, seen DATETIME(6), at TIMESTAMP(3) NULL, rate DOUBLE, small FLOAT,"
                            + " UNIQUE (email))"),
            new ShopTable(
                    "orders",
                    "customer_id",
                    "CRC32(customer_id)",
                    "(id BIGINT NOT NULL PRIMARY KEY, customer_id INT NOT NULL, doc JSON, price DECIMAL(10,2) NOT NULL,"
                            + " amount INT NOT NULL, total DECIMAL(14,2) AS (price * amount) STORED,"
                            + " twice INT AS (amount * 2) VIRTUAL, status ENUM('new','paid','sent') NOT NULL,"
                            + " flags SET('a','b','c'), bits BIT(11), note TEXT CHARACTER SET utf8mb4, KEY (customer_id))"),
            new ShopTable(
                    "tags",
                    "name",
                    "CRC32(CONVERT(name USING utf8mb4))",
                    "(name VARCHAR(40) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL PRIMARY KEY, uses INT)"),
            new ShopTable(
                    "words",
                    "lang",
                    "CRC32(CONVERT(lang USING utf8mb4))",
                    "(word VARCHAR(30) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL,"
                            + " lang CHAR(2) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL, uses INT, PRIMARY KEY (lang, word))"),
            new ShopTable(
                    "order_lines",
                    "order_id",
                    "CRC32(order_id)",
                    "(order_id BIGINT NOT NULL, line SMALLINT UNSIGNED NOT NULL, what VARCHAR(50),"
                            + " PRIMARY KEY (order_id, line))"),
            new ShopTable(
                    "files", "id", "CRC32(id)", "(id BINARY(8) NOT NULL PRIMARY KEY, content MEDIUMBLOB, size INT)"),
            new ShopTable(
                    "days",
                    "region",
                    "CRC32(region)",
                    "(day DATE NOT NULL, at DATETIME(2) NOT NULL, amount DECIMAL(20,9) NOT NULL, y YEAR NOT NULL,"
                            + " region MEDIUMINT NOT NULL, never DATETIME, PRIMARY KEY (day, at, amount, y))"),
            new ShopTable(
                    "countries", "", "", "(code CHAR(3) CHARACTER SET ucs2 NOT NULL PRIMARY KEY, name VARCHAR(50))"));

    static List<ImportedTable> imported() {
        return TABLES.stream().map(ShopTable::imported).toList();
    }

    static void fill(ImportStage stage) throws SQLException {
        stage.clear();
        try (Connection home = stage.home()) {
            create(home);
            for (int shard = 0; shard < ImportStage.SHARDS; shard++) {
                try (Connection there = stage.shard(shard)) {
                    create(there);
                }
            }
            rows(home);
        }
    }

    static void emptyShards(ImportStage stage) throws SQLException {
        for (int shard = 0; shard < ImportStage.SHARDS; shard++) {
            try (Connection there = stage.shard(shard);
                    Statement statement = there.createStatement()) {
                for (ShopTable table : TABLES) {
                    statement.execute("TRUNCATE TABLE " + table.name());
                }
            }
        }
    }

    private static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (ShopTable table : TABLES) {
                statement.execute("CREATE TABLE " + table.name() + " " + table.definition() + " ENGINE=InnoDB");
            }
        }
    }

    private static void rows(Connection home) throws SQLException {
        Random random = new Random(7);
        home.setAutoCommit(false);
        insert(
                home,
                "customers (id, name, email, balance, since, seen, at, rate, small)",
                9,
                CUSTOMERS,
                n -> new Object[] {
                    n,
                    n % 7 == 0 ? null : "Käufer " + n,
                    n % 5 == 0 ? null : "k" + n + "@exämple.org",
                    (random.nextInt(2_000_000) - 1_000_000) + ".125",
                    n % 11 == 0 ? "0000-00-00" : "2024-02-" + (1 + n % 28),
                    n % 13 == 0 ? "2023-02-31 10:11:12.000001" : "2024-05-06 07:08:09." + (100_000 + n),
                    n % 3 == 0 ? null : "2024-07-08 09:10:11.123",
                    random.nextDouble() * 1e10,
                    random.nextFloat()
                });
        insert(
                home,
                "orders (id, customer_id, doc, price, amount, status, flags, bits, note)",
                9,
                ORDERS,
                n -> order(n, random));
        insert(home, "tags (name, uses)", 2, 300, n -> new Object[] {"tag é" + n, n});
        insert(home, "words (word, lang, uses)", 3, 300, n ->
                new Object[] {(n % 2 == 0 ? "Wört😀" : "word") + n, n % 3 == 0 ? "de" : "e", n});
        insert(home, "order_lines (order_id, line, what)", 3, 4_000, n ->
                new Object[] {n / 3, n % 3 + 65_000, "thing " + n});
        insert(home, "files (id, content, size)", 3, 120, n -> {
            byte[] bytes = new byte[n * 40];
            random.nextBytes(bytes);
            return new Object[] {id(n), bytes, bytes.length};
        });
        insert(home, "days (day, at, amount, y, region, never)", 6, 500, n -> new Object[] {
            n % 50 == 0 ? "0000-00-00" : "2024-01-" + (1 + n % 28),
            "1999-12-31 23:59:59." + (10 + n % 80),
            (n % 2 == 0 ? "-" : "") + n + "12345678.123456789",
            1901 + n % 200,
            n % 9 - 4,
            "0000-00-00 00:00:00"
        });
        insert(home, "countries (code, name)", 2, 50, n -> new Object[] {"Ä" + n, "Land " + n});
        home.commit();
    }

    static byte[] id(int number) {
        // Zeros at the end, which the binary log leaves out.
        return (String.format("%04d", number) + "\0\0\0\0").getBytes(StandardCharsets.US_ASCII);
    }

    static Object[] order(int id, Random random) {
        return new Object[] {
            id,
            1 + random.nextInt(CUSTOMERS),
            id % 9 == 0 ? null : "{\"a\": [" + id + ", \"ü\\u0001\"], \"b\": 1.50}",
            random.nextInt(100_000) / 100.0,
            random.nextInt(20),
            1 + random.nextInt(3),
            id % 4 == 0 ? null : random.nextInt(8),
            random.nextInt(2048),
            id % 6 == 0 ? null : "note \\ ' \" \n ␀ " + "x".repeat(random.nextInt(60))
        };
    }

    interface Values {
        Object[] of(int number);
    }

    private static void insert(Connection home, String into, int columns, int count, Values values)
            throws SQLException {
        String marks = "?" + ", ?".repeat(columns - 1);
        try (PreparedStatement insert = home.prepareStatement("INSERT INTO " + into + " VALUES (" + marks + ")")) {
            for (int n = 1; n <= count; n++) {
                Object[] row = values.of(n);
                for (int column = 0; column < columns; column++) {
                    insert.setObject(column + 1, row[column]);
                }
                insert.addBatch();
                if (n % 500 == 0 || n == count) {
                    insert.executeBatch();
                }
            }
        }
    }

    /** The differences between the home and the shards, found by plain SQL alone, each row on its shard. */
    static List<String> differences(ImportStage stage) throws SQLException {
        List<String> differences = new ArrayList<>();
        try (Connection home = stage.home()) {
            for (int shard = 0; shard < ImportStage.SHARDS; shard++) {
                try (Connection there = stage.shard(shard)) {
                    for (ShopTable table : TABLES) {
                        String which = table.shard().isEmpty()
                                ? ""
                                : " WHERE " + table.shard() + " % " + ImportStage.SHARDS + " = " + shard;
                        List<String> wanted = rows(home, "SELECT * FROM " + table.name() + which);
                        List<String> found = rows(there, "SELECT * FROM " + table.name());
                        if (!wanted.equals(found)) {
                            List<String> missing = new ArrayList<>(wanted);
                            missing.removeAll(found);
                            List<String> extra = new ArrayList<>(found);
                            extra.removeAll(wanted);
                            differences.add(
                                    table.name() + " of shard " + shard + ": missing " + missing + ", extra " + extra);
                        }
                    }
                }
            }
        }
        return differences;
    }

    private static List<String> rows(Connection connection, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION character_set_results=NULL");
            try (ResultSet found = statement.executeQuery(query)) {
                int columns = found.getMetaData().getColumnCount();
                while (found.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int column = 1; column <= columns; column++) {
                        byte[] value = found.getBytes(column);
                        row.append(value == null ? "NULL" : new String(value, StandardCharsets.ISO_8859_1))
                                .append('|');
                    }
                    rows.add(row.toString());
                }
            }
        }
        rows.sort(String::compareTo);
        return rows;
    }
}
