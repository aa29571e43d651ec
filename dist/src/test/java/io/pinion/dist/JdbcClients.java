package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Applications, by JDBC. */
final class JdbcClients {
    private JdbcClients() {}

    static Connection connect(int port, String user, String password) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port + "/?allowPublicKeyRetrieval=true&sslMode=PREFERRED", user, password);
    }

    /** At a server itself, with no database chosen. */
    static Connection root(String address, String password) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://" + address + "/?allowPublicKeyRetrieval=true", "root", password);
    }

    static void execute(Connection client, String... statements) throws SQLException {
        try (Statement statement = client.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The number that the new row has got. */
    static long insert(Connection client, String sql) throws SQLException {
        try (Statement statement = client.createStatement()) {
            statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    /** What the second column says of the first one, which no two rows share. */
    static Map<String, String> pairs(Connection client, String sql) throws SQLException {
        Map<String, String> pairs = new HashMap<>();
        try (Statement statement = client.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                String twice = pairs.put(rows.getString(1), rows.getString(2));
                assertThat(twice).as(rows.getString(1)).isNull();
            }
        }
        return pairs;
    }

    /** The first column of the only row. */
    static String value(Connection client, String sql) throws SQLException {
        try (Statement statement = client.createStatement()) {
            // The driver takes some statements of Pinion's for such that have no rows.
            statement.execute(sql);
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                return String.valueOf(rows.getString(1));
            }
        }
    }

    /** All values of a column. */
    static List<String> column(Connection client, String sql, String name) throws SQLException {
        try (Statement statement = client.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return values(rows, rows.findColumn(name));
        }
    }

    /** The same of a column by its place, from 1. */
    static List<String> column(Connection client, String sql, int place) throws SQLException {
        try (Statement statement = client.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return values(rows, place);
        }
    }

    private static List<String> values(ResultSet rows, int place) throws SQLException {
        List<String> values = new ArrayList<>();
        while (rows.next()) {
            values.add(String.valueOf(rows.getString(place)));
        }
        return values;
    }
}
