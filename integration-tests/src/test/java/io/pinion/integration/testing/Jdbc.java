package io.pinion.integration.testing;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One statement over JDBC, for tests that are about statements rather than about JDBC. */
public final class Jdbc {
    private Jdbc() {}

    public static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first cell of the first row, of which there must be one. */
    public static @Nullable String value(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    /** All rows as text, NULL as {@code null}. */
    public static List<List<String>> rows(Connection connection, String sql) throws SQLException {
        // The driver takes Pinion's own words for statements without rows, and executes them as what they turn out to
        // be.
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.execute(sql) ? statement.getResultSet() : null) {
            assertThat(found).as("the answer of %s", sql).isNotNull();
            int columns = requireNonNull(found).getMetaData().getColumnCount();
            List<List<String>> rows = new ArrayList<>();
            while (found.next()) {
                List<String> cells = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    cells.add(String.valueOf(found.getString(column)));
                }
                rows.add(cells);
            }
            return rows;
        }
    }

    /** A line for each row, with {@code " | "} between its cells. */
    public static List<String> lines(Connection connection, String sql) throws SQLException {
        return rows(connection, sql).stream()
                .map(cells -> String.join(" | ", cells))
                .toList();
    }

    /** The first cell of each row. */
    public static List<String> column(Connection connection, String sql) throws SQLException {
        return rows(connection, sql).stream().map(List::getFirst).toList();
    }

    /** Inserts a row, and says its number. */
    public static long insert(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }
}
