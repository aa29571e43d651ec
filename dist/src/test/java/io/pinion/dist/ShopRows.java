package io.pinion.dist;

import java.sql.Connection;
import java.sql.SQLException;

/** The database of a shop on one server. */
final class ShopRows {
    private static final int ROWS_OF_A_USER = 10;

    /** The shop as a keyspace: its rows by users. */
    static final String IMPORT = "IMPORT DATABASE shop AS MOD SHARDS 16 ON PAIRS p1, p2 TABLES"
            + " '{\"users\": {\"key\": \"id\"}, \"orders\": {\"key\": \"user_id\"}, \"countries\": \"reference\"}'";

    private ShopRows() {}

    /** @param rows of users and their orders at least */
    static void fill(Connection root, int rows) throws SQLException {
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
}
