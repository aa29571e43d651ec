package io.pinion.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Reads one value from a server. */
final class Ask {
    private Ask() {}

    static String root(LocalServer server, String sql) throws SQLException {
        try (Connection connection = server.connect()) {
            return on(connection, sql);
        }
    }

    static String on(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).as(sql).isTrue();
            return rows.getString(1);
        }
    }
}
