package io.pinion.dist;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** A shop keeps its keys: rows by users. */
final class MovingShop implements MovingApplication {
    private static final int ROWS_OF_A_USER = 10;
    private static final int MOST_ORDERS = 20;

    @Override
    public String importing() {
        return "IMPORT DATABASE shop AS MOD SHARDS 16 ON PAIRS p1, p2 TABLES"
                + " '{\"users\": {\"key\": \"id\"}, \"orders\": {\"key\": \"user_id\"}, \"countries\": \"reference\"}'";
    }

    @Override
    public void fill(Connection root, int rows) throws SQLException {
        JdbcClients.execute(
                root,
                "CREATE DATABASE shop CHARACTER SET utf8mb4",
                "CREATE TABLE shop.countries (code CHAR(2) PRIMARY KEY, name VARCHAR(40))",
                "INSERT INTO shop.countries VALUES ('at', 'Austria'), ('is', 'Iceland')",
                "CREATE TABLE shop.users (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40), turns INT)",
                "CREATE TABLE shop.orders (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, user_id BIGINT"
                        + " UNSIGNED NOT NULL, due INT, note VARCHAR(200), KEY by_user (user_id))",
                "INSERT INTO shop.users (name, turns) VALUES ('first', 0)");
        for (int users = 1; users < rows / ROWS_OF_A_USER; users *= 2) {
            JdbcClients.execute(
                    root, "INSERT INTO shop.users (name, turns) SELECT CONCAT('user ', id), id % 9 FROM shop.users");
        }
        for (int order = 0; order < ROWS_OF_A_USER; order++) {
            JdbcClients.execute(
                    root,
                    "INSERT INTO shop.orders (user_id, due, note) SELECT id, id % 100, SHA2(id, 256) FROM shop.users");
        }
    }

    @Override
    public boolean keepsKeys() {
        return true;
    }

    @Override
    public List<Rows> unchanged() {
        return List.of(
                new Rows("users", "SELECT id, name, turns FROM {database}.users WHERE name NOT LIKE 'client%'"),
                new Rows(
                        "orders", "SELECT id, user_id, due, note FROM {database}.orders WHERE note NOT LIKE 'order%'"));
    }

    @Override
    public List<Rows> ofClients() {
        return List.of(
                new Rows(
                        "users", "SELECT name, CONCAT(id, ' ', turns) FROM {database}.users WHERE name LIKE 'client%'"),
                new Rows(
                        "orders", "SELECT note, CONCAT(id, ' ', due) FROM {database}.orders WHERE note LIKE 'order%'"));
    }

    @Override
    public Client join(Connection connection, int number) throws SQLException {
        String name = "client " + number;
        return new Customer(
                this,
                name,
                JdbcClients.insert(connection, "INSERT INTO users (name, turns) VALUES ('" + name + "', 0)"));
    }

    private record Customer(MovingShop shop, String name, long user) implements Client {
        @Override
        public SortedMap<String, String> rows(Connection connection) throws SQLException {
            return shop.rows(connection, Map.of("users", "id = " + user, "orders", "user_id = " + user));
        }

        @Override
        public void change(Connection connection, int turn, SortedMap<String, String> rows) throws SQLException {
            switch (turn % 4) {
                case 0, 1 -> order(connection, turn, rows);
                case 2 -> pay(connection, turn, rows);
                default -> delete(connection, rows);
            }
        }

        private void order(Connection connection, int turn, SortedMap<String, String> rows) throws SQLException {
            String note = "order of " + name + " in turn " + turn;
            rows.put(note, OPEN + " " + turn);
            long id = JdbcClients.insert(
                    connection,
                    "INSERT INTO orders (user_id, due, note) VALUES (" + user + ", " + turn + ", '" + note + "')");
            rows.put(note, id + " " + turn);
        }

        /** An order anew, and another one paid: both or neither. */
        private void pay(Connection connection, int turn, SortedMap<String, String> rows) throws SQLException {
            String paid = rows.lastKey();
            String id = id(rows, paid);
            rows.put(paid, id + " -1");
            rows.merge(name, "", (before, none) -> user + " " + (Integer.parseInt(before.split(" ")[1]) + 1));
            connection.setAutoCommit(false);
            order(connection, turn, rows);
            JdbcClients.execute(
                    connection,
                    "UPDATE orders SET due = -1 WHERE user_id = " + user + " AND id = " + id,
                    "UPDATE users SET turns = turns + 1 WHERE id = " + user);
            connection.commit();
            connection.setAutoCommit(true);
        }

        private void delete(Connection connection, SortedMap<String, String> rows) throws SQLException {
            List<String> gone = new ArrayList<>();
            while (rows.size() > MOST_ORDERS) {
                gone.add(id(rows, rows.lastKey()));
                rows.remove(rows.lastKey());
            }
            if (!gone.isEmpty()) {
                JdbcClients.execute(
                        connection,
                        "DELETE FROM orders WHERE user_id = " + user + " AND id IN (" + String.join(", ", gone) + ")");
            }
        }

        private static String id(SortedMap<String, String> rows, String key) {
            return rows.getOrDefault(key, "").split(" ")[0];
        }
    }
}
