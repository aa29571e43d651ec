package io.pinion.operations.server.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the results of short queries: the driver holds all rows, and takes no brace in the text for a JDBC escape. */
public final class Answers {
    private Answers() {}

    /** Makes a value of the row that a result stands at. */
    @FunctionalInterface
    public interface RowMapper<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** Gets the rows of a result, one after the other. */
    @FunctionalInterface
    public interface RowConsumer {
        void row(ResultSet row) throws SQLException;
    }

    /** Runs statements in order. */
    public static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    public static void forEach(Connection connection, String sql, RowConsumer rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            try (ResultSet found = statement.executeQuery(sql)) {
                while (found.next()) {
                    rows.row(found);
                }
            }
        }
    }

    /** A value of each row. */
    public static <T> List<T> all(Connection connection, String sql, RowMapper<T> value) throws SQLException {
        List<T> values = new ArrayList<>();
        forEach(connection, sql, row -> values.add(value.of(row)));
        return values;
    }

    /** A value of the first row; empty for no row. */
    public static <T> Optional<T> first(Connection connection, String sql, RowMapper<T> value) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            try (ResultSet found = statement.executeQuery(sql)) {
                return found.next() ? Optional.of(value.of(found)) : Optional.empty();
            }
        }
    }

    /** A column of a row; empty for NULL. */
    public static String text(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text;
    }

    /** The first column of the first row; empty for NULL and for no row. */
    public static String single(Connection connection, String sql) throws SQLException {
        return first(connection, sql, row -> text(row, 1)).orElse("");
    }

    /** The second column of the first row: the value that {@code SHOW STATUS} shows; empty for NULL and for no row. */
    public static String named(Connection connection, String sql) throws SQLException {
        return first(connection, sql, row -> text(row, 2)).orElse("");
    }

    /** The second column of all rows by the first, as of {@code SHOW VARIABLES}; without NULLs. */
    public static Map<String, String> byName(Connection connection, String sql) throws SQLException {
        Map<String, String> values = new LinkedHashMap<>();
        forEach(connection, sql, row -> {
            String value = row.getString(2);
            if (value != null) {
                values.put(row.getString(1), value);
            }
        });
        return values;
    }

    /** The first column of all rows, without NULLs. */
    public static List<String> column(Connection connection, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        forEach(connection, sql, row -> {
            String value = row.getString(1);
            if (value != null) {
                values.add(value);
            }
        });
        return values;
    }

    /** Each row by column name, without its NULLs. */
    public static List<Map<String, String>> rows(Connection connection, String sql) throws SQLException {
        return all(connection, sql, Answers::row);
    }

    /** The first row by column name, without its NULLs; empty for no row. */
    public static Map<String, String> firstRow(Connection connection, String sql) throws SQLException {
        return first(connection, sql, Answers::row).orElse(Map.of());
    }

    private static Map<String, String> row(ResultSet row) throws SQLException {
        Map<String, String> values = new LinkedHashMap<>();
        ResultSetMetaData columns = row.getMetaData();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String value = row.getString(i);
            if (value != null) {
                values.put(columns.getColumnLabel(i), value);
            }
        }
        return values;
    }
}
