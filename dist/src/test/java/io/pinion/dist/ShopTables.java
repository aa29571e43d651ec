package io.pinion.dist;

import java.sql.Connection;
import java.sql.SQLException;

/** The twelve tables of a shop on one server: integer keys that it counts itself, and rows that refer to each other. */
final class ShopTables {
    private static final int ROWS_OF_A_USER = 12;
    private static final int ORDERS_OF_A_USER = 3;

    private static final String DEFINITIONS = """
            CREATE DATABASE shop CHARACTER SET utf8mb4;
            CREATE TABLE shop.countries (code CHAR(2) PRIMARY KEY, name VARCHAR(40) NOT NULL);
            CREATE TABLE shop.currencies (code CHAR(3) PRIMARY KEY, digits TINYINT NOT NULL);
            CREATE TABLE shop.categories (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL UNIQUE);
            CREATE TABLE shop.users (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL,
              country CHAR(2) NOT NULL DEFAULT 'at', turns INT NOT NULL DEFAULT 0, KEY by_name (name),
              FOREIGN KEY (country) REFERENCES countries (code));
            CREATE TABLE shop.addresses (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, user_id BIGINT UNSIGNED NOT NULL,
              line VARCHAR(80) NOT NULL, country CHAR(2) NOT NULL DEFAULT 'at',
              FOREIGN KEY (user_id) REFERENCES users (id), FOREIGN KEY (country) REFERENCES countries (code));
            CREATE TABLE shop.products (id INT PRIMARY KEY AUTO_INCREMENT, category_id INT UNSIGNED NOT NULL DEFAULT 1,
              name VARCHAR(60) NOT NULL, price DECIMAL(10,2) NOT NULL, KEY by_category (category_id, price),
              FOREIGN KEY (category_id) REFERENCES categories (id));
            CREATE TABLE shop.stock (product_id INT PRIMARY KEY, place VARCHAR(60) NOT NULL, pieces INT NOT NULL,
              changed TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
              FOREIGN KEY (product_id) REFERENCES products (id));
            CREATE TABLE shop.reviews (id BIGINT PRIMARY KEY AUTO_INCREMENT, product_id INT NOT NULL,
              user_id BIGINT UNSIGNED NOT NULL, stars TINYINT NOT NULL, words TEXT NOT NULL,
              KEY of_product (product_id, stars), KEY of_user (user_id), FOREIGN KEY (product_id) REFERENCES products (id));
            CREATE TABLE shop.carts (user_id BIGINT UNSIGNED NOT NULL, product_id INT NOT NULL, wish VARCHAR(80) NOT NULL,
              pieces SMALLINT UNSIGNED NOT NULL, PRIMARY KEY (user_id, product_id),
              FOREIGN KEY (user_id) REFERENCES users (id));
            CREATE TABLE shop.orders (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, user_id BIGINT UNSIGNED NOT NULL,
              due DECIMAL(10,2) NOT NULL, currency CHAR(3) NOT NULL DEFAULT 'EUR', note VARCHAR(200) NOT NULL,
              placed DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3), KEY of_user (user_id, placed),
              FOREIGN KEY (user_id) REFERENCES users (id), FOREIGN KEY (currency) REFERENCES currencies (code));
            CREATE TABLE shop.order_items (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, user_id BIGINT UNSIGNED NOT NULL,
              order_id BIGINT UNSIGNED NOT NULL, product_id INT NOT NULL, pieces SMALLINT NOT NULL, wish VARCHAR(80) NOT NULL,
              KEY of_order (user_id, order_id), FOREIGN KEY (order_id) REFERENCES orders (id));
            CREATE TABLE shop.payments (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, user_id BIGINT UNSIGNED NOT NULL,
              order_id BIGINT UNSIGNED NOT NULL, cents INT NOT NULL, method ENUM('card', 'cash') NOT NULL DEFAULT 'card',
              words VARCHAR(80) NOT NULL, KEY of_order (user_id, order_id), FOREIGN KEY (order_id) REFERENCES orders (id));
            INSERT INTO shop.countries VALUES ('at', 'Austria'), ('is', 'Iceland'), ('pt', 'Portugal');
            INSERT INTO shop.currencies VALUES ('EUR', 2), ('ISK', 0);
            INSERT INTO shop.categories (name) VALUES ('books'), ('bread'), ('bicycles');
            INSERT INTO shop.users (name) VALUES ('first')""";

    private static final String ROWS = """
            INSERT INTO shop.addresses (user_id, line, country)
              SELECT id, CONCAT(id, ' High Street'), IF(id % 5, 'at', 'pt') FROM shop.users;
            INSERT INTO shop.products (category_id, name, price)
              SELECT (SELECT MAX(id) FROM shop.categories), CONCAT('thing ', id), id / 100 FROM shop.users WHERE id % 8 = 1;
            INSERT INTO shop.stock (product_id, place, pieces, changed)
              SELECT id, CONCAT('shelf ', id), id % 50, '2026-01-02 03:04:05' FROM shop.products;
            INSERT INTO shop.reviews (product_id, user_id, stars, words)
              SELECT id, SUBSTRING(name, 7), id % 6, REPEAT('as said ', id % 40) FROM shop.products;
            INSERT INTO shop.carts SELECT user_id, product_id, 'soon', id % 3 FROM shop.reviews""";

    private static final String ORDERS = """
            INSERT INTO shop.orders (user_id, due, currency, note, placed) SELECT id, id % 100, IF(id % 9, 'EUR', 'ISK'),
              SHA2(id, 256), '2026-01-01' + INTERVAL id SECOND FROM shop.users""";

    private static final String OF_ORDERS = """
            INSERT INTO shop.order_items (user_id, order_id, product_id, pieces, wish)
              SELECT user_id, id, 1, id % 7, 'in blue' FROM shop.orders;
            INSERT INTO shop.payments (user_id, order_id, cents, method, words)
              SELECT user_id, id, due, 1 + id % 2, 'thanks' FROM shop.orders""";

    private ShopTables() {}

    /** @param rows at least, in all of them together */
    static void fill(Connection root, int rows) throws SQLException {
        execute(root, DEFINITIONS);
        for (int users = 1; users < rows / ROWS_OF_A_USER; users *= 2) {
            execute(root, "INSERT INTO shop.users (name, turns) SELECT CONCAT('user ', id), id % 9 FROM shop.users");
        }
        execute(root, ROWS);
        for (int order = 0; order < ORDERS_OF_A_USER; order++) {
            execute(root, ORDERS);
        }
        execute(root, OF_ORDERS);
    }

    private static void execute(Connection root, String statements) throws SQLException {
        JdbcClients.execute(root, statements.split(";\n"));
    }
}
