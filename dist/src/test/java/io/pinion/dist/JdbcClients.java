package io.pinion.dist;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

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

    /** The first column of the only row. */
    static String value(Connection client, String sql) throws SQLException {
        try (Statement statement = client.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return String.valueOf(rows.getString(1));
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
