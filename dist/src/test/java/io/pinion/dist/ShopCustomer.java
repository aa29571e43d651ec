package io.pinion.dist;

import static io.pinion.dist.MovingApplication.word;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A customer who sells one product, too. No change writes to rows of both keys, since a kill may tear what is on two
 * shards.
 */
record ShopCustomer(MovingShop shop, String name, long user, long product) implements MovingApplication.Client {
    private static final int MOST_ORDERS = 6;
    private static final int MOST_REVIEWS = 6;

    @Override
    public SortedMap<String, String> rows(Connection connection) throws SQLException {
        String ofUser = "x.user_id = " + user;
        String ofProduct = "x.product_id = " + product;
        return shop.rows(
                connection,
                Map.of(
                        "users", "x.id = " + user,
                        "addresses", ofUser,
                        "carts", ofUser,
                        "orders", ofUser,
                        "order_items", ofUser,
                        "payments", ofUser,
                        "products", "x.id = " + product,
                        "stock", ofProduct,
                        // By what isn't its key, of all shards.
                        "reviews", ofUser));
    }

    private interface Work {
        void run() throws SQLException;
    }

    private static void together(Connection connection, Work work) throws SQLException {
        connection.setAutoCommit(false);
        work.run();
        connection.commit();
        connection.setAutoCommit(true);
    }

    @Override
    public void change(Connection connection, int turn, SortedMap<String, String> rows) throws SQLException {
        switch (turn % 6) {
            case 0 -> wish(connection, rows);
            case 1 -> together(connection, () -> order(connection, turn, rows));
            case 2 -> together(connection, () -> pay(connection, turn, rows));
            case 3 -> together(connection, () -> sell(connection, turn, rows));
            case 4 -> move(connection, turn, rows);
            default -> together(connection, () -> forget(connection, rows));
        }
    }

    private void wish(Connection connection, SortedMap<String, String> rows) throws SQLException {
        String wish = name + " wants this";
        int pieces = rows.containsKey(wish) ? 1 + number(rows.get(wish), 1) : 1;
        rows.put(wish, product + " " + pieces);
        JdbcClients.execute(
                connection,
                "INSERT INTO carts (user_id, product_id, wish, pieces) VALUES (" + user + ", " + product + ", '" + wish
                        + "', 1) ON DUPLICATE KEY UPDATE pieces = pieces + 1");
    }

    /** What is in the cart, and one thing more. */
    private void order(Connection connection, int turn, SortedMap<String, String> rows) throws SQLException {
        String note = inTurn("orders", turn);
        String wish = name + " wants this";
        String cart = inTurn("gets", turn) + " by cart";
        String more = inTurn("gets", turn) + " besides";
        int pieces = rows.containsKey(wish) ? number(rows.remove(wish), 1) : 0;
        rows.put(note, MovingApplication.OPEN + " " + turn + ".50");
        rows.put(cart, MovingApplication.OPEN + " " + pieces);
        rows.put(more, MovingApplication.OPEN + " 1");
        long order = JdbcClients.insert(
                connection,
                "INSERT INTO orders (user_id, due, note) VALUES (" + user + ", " + turn + ".5, '" + note + "')");
        String item = "(" + user + ", " + order + ", " + product + ", ";
        JdbcClients.execute(
                connection,
                "INSERT INTO order_items (user_id, order_id, product_id, pieces, wish) VALUES " + item + pieces + ", '"
                        + cart + "'), " + item + "1, '" + more + "')",
                "DELETE FROM carts WHERE user_id = " + user);
        rows.put(note, order + " " + turn + ".50");
        rows.put(cart, order + " " + pieces);
        rows.put(more, order + " 1");
    }

    /** Rows of later turns are behind those of earlier ones. */
    private String inTurn(String does, int turn) {
        return "%s %s in turn %06d".formatted(name, does, turn);
    }

    private void pay(Connection connection, int turn, SortedMap<String, String> rows) throws SQLException {
        String note = beginning(rows, "orders").lastKey();
        String order = word(rows.get(note), 0);
        rows.put(note, order + " 0.00");
        rows.put(inTurn("pays", turn), order + " " + turn);
        rows.put(name, user + " " + (1 + number(rows.get(name), 1)));
        JdbcClients.execute(
                connection,
                "INSERT INTO payments (user_id, order_id, cents, words) VALUES (" + user + ", " + order + ", " + turn
                        + ", '" + inTurn("pays", turn) + "')",
                "UPDATE orders SET due = 0 WHERE user_id = " + user + " AND id = " + order,
                "UPDATE users SET turns = turns + 1 WHERE id = " + user);
    }

    private void sell(Connection connection, int turn, SortedMap<String, String> rows) throws SQLException {
        String place = name + " has this";
        rows.put(place, product + " " + (number(rows.get(place), 1) - 1));
        rows.put(name + " sells this", product + " " + turn + ".00");
        String words = inTurn("reviews", turn);
        JdbcClients.execute(
                connection,
                "UPDATE stock SET pieces = pieces - 1 WHERE product_id = " + product,
                "UPDATE products SET price = " + turn + " WHERE id = " + product);
        SortedMap<String, String> reviews = beginning(rows, "reviews");
        if (reviews.size() >= MOST_REVIEWS) {
            String oldest = word(reviews.remove(reviews.firstKey()), 0);
            JdbcClients.execute(
                    connection, "DELETE FROM reviews WHERE product_id = " + product + " AND id = " + oldest);
        }
        rows.put(words, MovingApplication.OPEN + " " + turn % 6);
        long review = JdbcClients.insert(
                connection,
                "INSERT INTO reviews (product_id, user_id, stars, words) VALUES (" + product + ", " + user + ", "
                        + turn % 6 + ", '" + words + "')");
        rows.put(words, review + " " + turn % 6);
    }

    private void move(Connection connection, int turn, SortedMap<String, String> rows) throws SQLException {
        String line = name + " lives here";
        boolean north = turn % 4 == 0;
        rows.put(line, word(rows.get(line), 0) + (north ? " Iceland" : " Portugal"));
        JdbcClients.execute(
                connection, "UPDATE addresses SET country = '" + (north ? "is" : "pt") + "' WHERE user_id = " + user);
    }

    /** The oldest orders, with all that refers to them. */
    private void forget(Connection connection, SortedMap<String, String> rows) throws SQLException {
        SortedMap<String, String> orders = beginning(rows, "orders");
        while (orders.size() > MOST_ORDERS) {
            String order = word(orders.remove(orders.firstKey()), 0);
            for (String does : List.of("gets", "pays")) {
                beginning(rows, does).values().removeIf(row -> word(row, 0).equals(order));
            }
            JdbcClients.execute(
                    connection,
                    "DELETE FROM payments WHERE user_id = " + user + " AND order_id = " + order,
                    "DELETE FROM order_items WHERE user_id = " + user + " AND order_id = " + order,
                    "DELETE FROM orders WHERE user_id = " + user + " AND id = " + order);
        }
    }

    /** Those in whose text the customer does this. */
    private SortedMap<String, String> beginning(SortedMap<String, String> rows, String does) {
        return MovingApplication.beginning(rows, name + " " + does + " ");
    }

    private static int number(@Nullable String row, int place) {
        return Integer.parseInt(word(row, place));
    }
}
