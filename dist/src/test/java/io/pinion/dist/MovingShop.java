package io.pinion.dist;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A shop of twelve tables keeps its keys: rows by users and by products, and three reference tables. */
final class MovingShop implements MovingApplication {
    @Override
    public String importing() {
        return "IMPORT DATABASE shop AS MOD SHARDS 16 ON PAIRS p1, p2 TABLES '" + """
                {"countries": "reference", "currencies": "reference", "categories": "reference",
                 "users": {"key": "id"}, "addresses": {"key": "user_id"}, "carts": {"key": "user_id"},
                 "orders": {"key": "user_id"}, "order_items": {"key": "user_id"}, "payments": {"key": "user_id"},
                 "products": {"key": "id"}, "stock": {"key": "product_id"}, "reviews": {"key": "product_id"}}'""";
    }

    @Override
    public void fill(Connection root, int rows) throws SQLException {
        ShopTables.fill(root, rows);
    }

    @Override
    public List<Rows> unchanged() {
        return List.of(
                unchanged("users", "id, name, country, turns", "name"),
                unchanged("addresses", "id, user_id, line, country", "line"),
                unchanged("carts", "user_id, product_id, wish, pieces", "wish"),
                unchanged("orders", "id, user_id, due, currency, note, placed", "note"),
                unchanged("order_items", "id, user_id, order_id, product_id, pieces, wish", "wish"),
                unchanged("payments", "id, user_id, order_id, cents, method, words", "words"),
                unchanged("products", "id, category_id, name, price", "name"),
                unchanged("stock", "product_id, place, pieces, changed", "place"),
                unchanged("reviews", "id, product_id, user_id, stars, words", "words"));
    }

    private static Rows unchanged(String table, String columns, String named) {
        return new Rows(
                table, "SELECT " + columns + " FROM {database}." + table + " WHERE " + named + " NOT LIKE 'client%'");
    }

    /** Rows of orders count only with theirs, and addresses only in a country: what is read joins tables. */
    @Override
    public List<Rows> ofClients() {
        return List.of(
                ofClients("users", "x.name, CONCAT(x.id, ' ', x.turns)", "", "name"),
                ofClients(
                        "addresses",
                        "x.line, CONCAT(x.id, ' ', c.name)",
                        "JOIN {database}.countries c ON c.code = x.country",
                        "line"),
                ofClients("carts", "x.wish, CONCAT(x.product_id, ' ', x.pieces)", "", "wish"),
                ofClients("orders", "x.note, CONCAT(x.id, ' ', x.due)", "", "note"),
                ofClients("order_items", "x.wish, CONCAT(x.order_id, ' ', x.pieces)", ofOrder(), "wish"),
                ofClients("payments", "x.words, CONCAT(x.order_id, ' ', x.cents)", ofOrder(), "words"),
                ofClients("products", "x.name, CONCAT(x.id, ' ', x.price)", "", "name"),
                ofClients("stock", "x.place, CONCAT(x.product_id, ' ', x.pieces)", "", "place"),
                ofClients("reviews", "x.words, CONCAT(x.id, ' ', x.stars)", "", "words"));
    }

    private static String ofOrder() {
        return "JOIN {database}.orders o ON o.user_id = x.user_id AND o.id = x.order_id";
    }

    private static Rows ofClients(String table, String columns, String join, String named) {
        return new Rows(
                table,
                "SELECT " + columns + " FROM {database}." + table + " x " + join + " WHERE x." + named
                        + " LIKE 'client%'");
    }

    @Override
    public Client join(Connection connection, int number) throws SQLException {
        String name = "client " + number;
        long user = JdbcClients.insert(connection, "INSERT INTO users (name) VALUES ('" + name + "')");
        long product = JdbcClients.insert(
                connection, "INSERT INTO products (name, price) VALUES ('" + name + " sells this', 1)");
        JdbcClients.execute(
                connection,
                "INSERT INTO stock (product_id, place, pieces) VALUES (" + product + ", '" + name + " has this', 0)",
                "INSERT INTO addresses (user_id, line) VALUES (" + user + ", '" + name + " lives here')");
        return new ShopCustomer(this, name, user, product);
    }
}
