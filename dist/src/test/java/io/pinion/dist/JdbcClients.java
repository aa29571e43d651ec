package io.pinion.dist;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Applications, by JDBC. */
final class JdbcClients {
    private JdbcClients() {}

    static Connection connect(int port, String user, String password) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port + "/?allowPublicKeyRetrieval=true&sslMode=PREFERRED", user, password);
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
}
