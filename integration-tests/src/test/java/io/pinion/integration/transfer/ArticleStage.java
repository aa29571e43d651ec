package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.pair.LooseServers;
import io.pinion.integration.pair.PairStage;
import io.pinion.integration.pair.PairlessCluster;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.ManagedServer;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The article's tables with integer keys on a server that is home of a cluster, and two more pairs. */
record ArticleStage(ShopStage shop) {
    static final int SHARDS = 16;
    private static final int USERS = 1000;

    static final String STATEMENT = "IMPORT DATABASE shop AS ID SHARDS " + SHARDS + " ON PAIRS p1, p2 TABLES '" + """
            {"users": {"object": 1},
             "boards": {"object": 2, "ids": {"user_id": "users"}},
             "pins": {"object": 3, "ids": {"board_id": "boards", "user_id": "users"}},
             "board_pins": {"mapping": "board_id", "ids": {"board_id": "boards", "pin_id": "pins"}},
             "notes": {"object": 4, "by": "board_id", "ids": {"board_id": "boards"}},
             "usernames": {"single": true, "ids": {"user_id": "users"}},
             "devices": {"object": 5, "ids": {"user_id": "users"}, "unique": "per shard"},
             "user_has_boards": {"mapping": "owner", "of": "boards",
              "columns": {"owner": "user_id", "board_id": "id", "turns": "turns"}},
             "pin_in_boards": {"mapping": "pin_id", "of": "board_pins",
              "columns": {"pin_id": "pin_id", "board_id": "board_id", "seq": "seq"}}}'""";

    private static final Map<String, Integer> TYPES = Map.of("users", 1, "boards", 2, "pins", 3, "notes", 4);

    /** The rows that mappings arise from. */
    private static final Map<String, String> OTHERWISE = Map.of(
            "user_has_boards",
            "SELECT user_id, id, turns FROM boards WHERE user_id IS NOT NULL",
            "pin_in_boards",
            "SELECT pin_id, board_id, seq FROM board_pins WHERE pin_id <> 0");

    static ArticleStage start(ServerProduct product, Path directory, PairSettings pairs) throws Exception {
        PairStage stage = PairStage.start(product, directory, pairs);
        ArticleStage article = new ArticleStage(new ShopStage(stage));
        try {
            ShopStage.prepare(stage);
            article.fill();
            for (String pair : List.of("old", "p1", "p2")) {
                int server = List.of("old", "p1", "p2").indexOf(pair);
                Jdbc.rows(
                        stage.operator(),
                        "CREATE PAIR " + pair + " PRIMARY "
                                + LooseServers.at(stage.servers().all().get(server))
                                + (server == 0 ? " AS HOME" : "") + PairStage.LOGIN);
            }
            return article;
        } catch (Exception e) {
            stage.stop();
            throw e;
        }
    }

    private void fill() throws SQLException {
        List<String> users = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int user = 1; user <= USERS; user++) {
            users.add("('user " + user + "')");
            names.add("('name" + user + "', " + user + ")");
        }
        shop.home()
                .execute(List.of(
                        "CREATE DATABASE shop CHARACTER SET utf8mb4",
                        "CREATE TABLE shop.users (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL, turns INT"
                                + " NOT NULL DEFAULT 0, mood VARCHAR(20) CHARACTER SET latin1, motto TEXT, born DATETIME(3),"
                                + " seen DATE, prefs JSON, KEY of_mood (mood, seen))",
                        "CREATE TABLE shop.boards (id INT PRIMARY KEY AUTO_INCREMENT, user_id INT, title VARCHAR(40) NOT"
                                + " NULL, turns INT NOT NULL DEFAULT 0, KEY of_user (user_id), CONSTRAINT of_user FOREIGN"
                                + " KEY (user_id) REFERENCES users (id))",
                        "CREATE TABLE shop.pins (id INT UNSIGNED NOT NULL AUTO_INCREMENT, board_id INT NOT NULL, user_id"
                                + " INT NOT NULL DEFAULT 0, url VARCHAR(200), PRIMARY KEY (id), KEY of_board (board_id, id))",
                        "CREATE TABLE shop.board_pins (board_id INT NOT NULL, pin_id INT UNSIGNED NOT NULL, seq INT NOT"
                                + " NULL, PRIMARY KEY (board_id, pin_id), KEY of_pin (pin_id))",
                        "CREATE TABLE shop.usernames (username VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin PRIMARY"
                                + " KEY, user_id INT NOT NULL)",
                        "CREATE TABLE shop.notes (id BIGINT PRIMARY KEY AUTO_INCREMENT, kind CHAR(3) NOT NULL DEFAULT '', note TEXT, board_id INT NOT NULL)",
                        "CREATE TABLE shop.devices (token CHAR(36) PRIMARY KEY, user_id INT NOT NULL)",
                        "ALTER TABLE shop.devices DROP PRIMARY KEY, ADD COLUMN n BIGINT NOT NULL AUTO_INCREMENT"
                                + " PRIMARY KEY FIRST, ADD UNIQUE KEY (token)",
                        "INSERT INTO shop.devices (token, user_id) VALUES ('e3b0c442-98fc-1c14', 7), ('9afbf4c8-996f-b924', 9)",
                        "INSERT INTO shop.users (name) VALUES " + String.join(", ", users),
                        "UPDATE shop.users SET mood = NULLIF(CONCAT('é\"', id % 5), 'é\"3'), motto = CONCAT('\\\\ \\n', CHAR(0),"
                                + " '😀 ', id), born = '2026-01-02 03:04:05.678', prefs = IF(id % 3 = 0, NULL,"
                                + " CONCAT('{ \"colour\" : \"r\\\\u00e9d\",\"b\":[1, 2.50,null], \"a\": ', id, '}'))",
                        "INSERT INTO shop.usernames VALUES " + String.join(", ", names),
                        "INSERT INTO shop.boards (user_id, title) SELECT id, 'first' FROM shop.users",
                        "INSERT INTO shop.boards (user_id, title) SELECT NULLIF(id, 5), 'é' FROM shop.users",
                        "INSERT INTO shop.pins (board_id, user_id, url) SELECT id, COALESCE(user_id, 0), CONCAT('http://',"
                                + " id) FROM shop.boards",
                        "INSERT INTO shop.pins (board_id, user_id, url) SELECT id, id, NULL FROM shop.boards",
                        "INSERT INTO shop.notes (note, board_id) SELECT title, id FROM shop.boards",
                        "INSERT INTO shop.board_pins SELECT board_id, id, id % 7 FROM shop.pins",
                        "INSERT INTO shop.board_pins SELECT board_id % 90 + 1, id + 50000, 0 FROM shop.pins WHERE id % 3 ="
                                + " 0",
                        "INSERT INTO shop.board_pins VALUES (1, 0, 0)"));
    }

    Connection operator() {
        return shop.operator();
    }

    String awaitEnd(String number) throws SQLException {
        return shop.awaitEnd(number);
    }

    void revert(String number) throws SQLException {
        shop.revert(number);
    }

    Connection client(int number) throws SQLException {
        return shop.cluster().connect(number % 2, "shop", "", "app", PairlessCluster.PASSWORD);
    }

    List<String> atHome(String sql) throws SQLException {
        try (Connection root = shop.home().connection()) {
            Jdbc.execute(root, "USE shop");
            return Jdbc.lines(root, sql);
        }
    }

    long idOfUser(String name) throws SQLException {
        try (Connection application = client(0)) {
            return Long.parseLong(
                    String.valueOf(Jdbc.value(application, "SELECT id FROM users WHERE name = '" + name + "'")));
        }
    }

    /** By plain SQL on the servers, with ids as the article composes them. */
    void requireEqual() throws SQLException {
        for (Map.Entry<String, List<String>> table : Map.of(
                        "notes", List.of("notes:id:3", "kind", "note", "boards:board_id"),
                        "users", List.of("users:id", "name", "turns", "mood", "motto", "born", "seen", "prefs"),
                        "boards", List.of("boards:id", "users:user_id", "title", "turns"),
                        "pins", List.of("pins:id", "boards:board_id", "users:user_id", "url"),
                        "board_pins", List.of("boards:board_id", "pins:pin_id", "seq"),
                        "usernames", List.of("username", "users:user_id"),
                        "user_has_boards", List.of("users:owner", "boards:board_id", "turns"),
                        "pin_in_boards", List.of("pins:pin_id", "boards:board_id", "seq"))
                .entrySet()) {
            TreeSet<String> expected = new TreeSet<>();
            String rows = OTHERWISE.getOrDefault(table.getKey(), "SELECT * FROM " + table.getKey());
            for (List<String> row : home(rows)) {
                List<String> cells = new ArrayList<>();
                for (int i = 0; i < row.size(); i++) {
                    String[] column = table.getValue().get(i).split(":");
                    cells.add(
                            column.length == 1 || List.of("null", "0").contains(row.get(i))
                                    ? row.get(i)
                                    : id(
                                            TYPES.getOrDefault(column[0], 0),
                                            row.get(i),
                                            column.length == 2 ? row.get(i) : row.get(Integer.parseInt(column[2]))));
                }
                expected.add(String.join(" | ", cells));
            }
            assertThat(onShards(table.getKey())).as(table.getKey()).isEqualTo(expected);
        }
    }

    private List<List<String>> home(String sql) throws SQLException {
        try (Connection root = shop.home().connection()) {
            Jdbc.execute(root, "USE shop");
            return Jdbc.rows(root, sql);
        }
    }

    /** The rows of all shards, with the ids of objects in place of their local ids. */
    private TreeSet<String> onShards(String table) throws SQLException {
        TreeSet<String> found = new TreeSet<>();
        for (ManagedServer server : shop.targets()) {
            try (Connection root = server.connection()) {
                for (String database : Jdbc.column(root, "SHOW DATABASES LIKE 'shop_____'")) {
                    long shard = Long.parseLong(database.substring("shop".length()));
                    for (List<String> row : Jdbc.rows(root, "SELECT * FROM " + database + "." + table)) {
                        List<String> cells = new ArrayList<>(row);
                        Integer type = TYPES.get(table);
                        if (OTHERWISE.containsKey(table)) {
                            assertThat(Long.parseLong(row.getFirst()) >> 46)
                                    .as(table + " " + row)
                                    .isEqualTo(shard);
                        }
                        if (type != null) {
                            long local = Long.parseLong(row.getFirst());
                            cells.set(0, String.valueOf(shard << 46 | (long) type << 36 | local));
                        }
                        assertThat(found.add(String.join(" | ", cells)))
                                .as(table + " " + row)
                                .isTrue();
                    }
                }
            }
        }
        return found;
    }

    /** @param by the integer that places the object */
    private static String id(int type, String old, String by) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(by.getBytes(StandardCharsets.US_ASCII));
            long shard =
                    new BigInteger(1, digest).mod(BigInteger.valueOf(SHARDS)).longValue();
            return String.valueOf(shard << 46 | (long) type << 36 | Long.parseLong(old));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    void stop() throws Exception {
        shop.stop();
    }
}
