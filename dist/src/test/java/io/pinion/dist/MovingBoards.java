package io.pinion.dist;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Users with boards of pins, as integers that become ids: {@link BoardOwner}s notice that. */
final class MovingBoards implements MovingApplication {
    private static final int ROWS_OF_A_USER = 9;
    private static final int PINS_OF_A_BOARD = 3;

    /** The bits of an integer, and of the local id in an id. */
    static final long LOCAL = (1L << 36) - 1;

    @Override
    public String importing() {
        return "IMPORT DATABASE shop AS ID SHARDS 16 ON PAIRS p1, p2 TABLES '" + """
                {"users": {"object": 1},
                 "boards": {"object": 2, "ids": {"user_id": "users"}},
                 "pins": {"object": 3, "ids": {"board_id": "boards", "user_id": "users"}},
                 "board_pins": {"mapping": "board_id", "ids": {"board_id": "boards", "pin_id": "pins"}},
                 "usernames": {"single": true, "ids": {"user_id": "users"}}}'""";
    }

    @Override
    public void fill(Connection root, int rows) throws SQLException {
        JdbcClients.execute(
                root,
                "CREATE DATABASE shop CHARACTER SET utf8mb4",
                "CREATE TABLE shop.users (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL, turns INT NOT NULL"
                        + " DEFAULT 0, KEY by_name (name))",
                "CREATE TABLE shop.boards (id INT PRIMARY KEY AUTO_INCREMENT, user_id INT, title VARCHAR(40) NOT NULL,"
                        + " turns INT NOT NULL DEFAULT 0, CONSTRAINT of_user FOREIGN KEY (user_id) REFERENCES users (id))",
                "CREATE TABLE shop.pins (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, board_id INT NOT NULL, user_id INT NOT"
                        + " NULL, url VARCHAR(200), KEY of_board (board_id, id))",
                "CREATE TABLE shop.board_pins (board_id INT NOT NULL, pin_id INT UNSIGNED NOT NULL, seq INT NOT NULL,"
                        + " PRIMARY KEY (board_id, pin_id))",
                "CREATE TABLE shop.usernames (username VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,"
                        + " user_id INT NOT NULL)",
                "INSERT INTO shop.users (name) VALUES ('first')");
        for (int users = 1; users < rows / ROWS_OF_A_USER; users *= 2) {
            JdbcClients.execute(root, "INSERT INTO shop.users (name) SELECT CONCAT('user ', id) FROM shop.users");
        }
        JdbcClients.execute(
                root,
                "INSERT INTO shop.usernames SELECT CONCAT('name of ', id), id FROM shop.users",
                "INSERT INTO shop.boards (user_id, title) SELECT NULLIF(id, 5), 'first' FROM shop.users");
        for (int pin = 0; pin < PINS_OF_A_BOARD; pin++) {
            JdbcClients.execute(
                    root,
                    "INSERT INTO shop.pins (board_id, user_id, url) SELECT id, id, SHA2(id, 256) FROM shop.boards");
        }
        JdbcClients.execute(root, "INSERT INTO shop.board_pins SELECT board_id, id, -1 FROM shop.pins");
    }

    @Override
    public List<Rows> unchanged() {
        return List.of(
                object("users", 1, "name, turns", "name"),
                object("boards", 2, "user_id AS id_1, title, turns", "title"),
                object("pins", 3, "board_id AS id_2, user_id AS id_1, url", "url"),
                new Rows(
                        "board_pins",
                        "SELECT board_id AS id_2, pin_id AS id_3, seq FROM {database}.board_pins WHERE seq < 0"),
                new Rows(
                        "usernames",
                        "SELECT username, user_id AS id_1 FROM {database}.usernames WHERE username NOT LIKE 'client%'"));
    }

    private static Rows object(String table, int type, String columns, String named) {
        String rest = ", " + columns + " FROM {database}." + table + " WHERE " + named + " NOT LIKE 'client%'";
        return new Rows(
                table, "SELECT id AS id_" + type + rest, "SELECT {shard} << 46 | " + type + " << 36 | local_id" + rest);
    }

    @Override
    public List<Rows> ofClients() {
        return List.of(
                objectOfClients("boards", "title", "turns"),
                objectOfClients("pins", "url", local("board_id")),
                new Rows(
                        "board_pins",
                        "SELECT CONCAT('pin ', " + local("pin_id") + "), CONCAT(" + local("board_id")
                                + ", ' ', seq) FROM {database}.board_pins WHERE seq >= 0"),
                new Rows(
                        "usernames",
                        "SELECT username, CONCAT(" + local("user_id")
                                + ", '') FROM {database}.usernames WHERE username LIKE 'client%'"));
    }

    private static Rows objectOfClients(String table, String named, String column) {
        String select = "SELECT " + named + ", CONCAT(%s, ' ', " + column + ") FROM {database}." + table + " WHERE "
                + named + " LIKE 'client%%'";
        return new Rows(table, select.formatted(local("id")), select.formatted("local_id"));
    }

    /** Of an integer and of an id. */
    private static String local(String id) {
        return id + " & " + LOCAL;
    }

    @Override
    public Client join(Connection connection, int number) throws SQLException {
        String name = "client " + number;
        long user = JdbcClients.insert(connection, "INSERT INTO users (name) VALUES ('" + name + "')");
        long board = JdbcClients.insert(
                connection, "INSERT INTO boards (user_id, title) VALUES (" + user + ", '" + name + " has a board')");
        JdbcClients.execute(connection, "INSERT INTO usernames VALUES ('" + name + " in turn 0', " + user + ")");
        return new BoardOwner(this, name, user, board);
    }
}
