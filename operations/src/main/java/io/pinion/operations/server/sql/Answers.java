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

/** Reads the results of short queries. */
public final class Answers {
    private Answers() {}

    /** The first column of the first row; empty for NULL and for no row. */
    public static String single(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            String value = rows.next() ? rows.getString(1) : null;
            return value == null ? "" : value;
        }
    }

    /** The second column of the first row: the value that {@code SHOW STATUS} shows; empty for no row. */
    public static String named(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            String value = rows.next() ? rows.getString(2) : null;
            return value == null ? "" : value;
        }
    }

    /** The second column of all rows by the first, as of {@code SHOW VARIABLES}; without NULLs. */
    public static Map<String, String> byName(Connection connection, String sql) throws SQLException {
        Map<String, String> values = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                String value = rows.getString(2);
                if (value != null) {
                    values.put(rows.getString(1), value);
                }
            }
        }
        return values;
    }

    /** The first column of all rows, without NULLs. */
    public static List<String> column(Connection connection, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                String value = rows.getString(1);
                if (value != null) {
                    values.add(value);
                }
            }
        }
        return values;
    }

    /** Each row by column name, without its NULLs. */
    public static List<Map<String, String>> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<Map<String, String>> all = new ArrayList<>();
            while (rows.next()) {
                all.add(row(rows));
            }
            return all;
        }
    }

    /** The first row by column name, without its NULLs; empty for no row. */
    public static Map<String, String> firstRow(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? row(rows) : Map.of();
        }
    }

    private static Map<String, String> row(ResultSet rows) throws SQLException {
        Map<String, String> row = new LinkedHashMap<>();
        ResultSetMetaData columns = rows.getMetaData();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String value = rows.getString(i);
            if (value != null) {
                row.put(columns.getColumnLabel(i), value);
            }
        }
        return row;
    }
}
