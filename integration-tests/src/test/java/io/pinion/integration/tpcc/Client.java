package io.pinion.integration.tpcc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An application's connection. What a statement finds or changes must be as many rows as the application relies on. */
record Client(Connection connection) {
    /** A row by the places of its columns, from 1. */
    record Row(List<@Nullable Object> values) {
        int number(int column) {
            return ((Number) value(column)).intValue();
        }

        BigDecimal amount(int column) {
            return new BigDecimal(value(column).toString());
        }

        String text(int column) {
            return value(column).toString();
        }

        private Object value(int column) {
            Object value = values.get(column - 1);
            if (value == null) {
                throw new IllegalStateException("column " + column + " is NULL in " + values);
            }
            return value;
        }
    }

    List<Row> rows(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(sql, parameters);
                ResultSet found = statement.executeQuery()) {
            int columns = found.getMetaData().getColumnCount();
            List<Row> rows = new ArrayList<>();
            while (found.next()) {
                List<@Nullable Object> values = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    values.add(found.getObject(column));
                }
                rows.add(new Row(values));
            }
            return rows;
        }
    }

    /** The row of a key that exists. */
    Row row(String sql, Object... parameters) throws SQLException {
        List<Row> rows = rows(sql, parameters);
        if (rows.size() != 1) {
            throw new IllegalStateException(rows.size() + " rows in place of 1: " + sql + " " + List.of(parameters));
        }
        return rows.getFirst();
    }

    /** Changes one row. */
    void change(String sql, Object... parameters) throws SQLException {
        int changed = changeAny(sql, parameters);
        if (changed != 1) {
            throw new IllegalStateException(
                    changed + " rows changed in place of 1: " + sql + " " + List.of(parameters));
        }
    }

    /** @return how many rows it matched */
    int changeAny(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    private PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }
}
