package io.pinion.integration.clients;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client saw of its session, in the order seen: a line each, and nothing in them that differs between two servers. */
final class SessionLines {
    private final List<String> lines = new ArrayList<>();

    List<String> all() {
        return List.copyOf(lines);
    }

    void show(String label, @Nullable Object value) {
        lines.add(label + ": " + text(value));
    }

    /** Every row, each value with its Java class, and closes {@code rows}. */
    void rows(String label, ResultSet rows) throws SQLException {
        try (rows) {
            int columns = rows.getMetaData().getColumnCount();
            int count = 0;
            while (rows.next()) {
                List<String> cells = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    cells.add(cell(rows.getObject(column)));
                }
                show(label, cells);
                count++;
            }
            show(label + ", rows", count);
        }
    }

    /** What the driver knows of each column of {@code rows}, which stay open. */
    void columns(String label, ResultSet rows) throws SQLException {
        ResultSetMetaData known = rows.getMetaData();
        for (int column = 1; column <= known.getColumnCount(); column++) {
            show(
                    label + ", column " + known.getColumnLabel(column),
                    String.join(
                            " ",
                            known.getColumnName(column),
                            known.getTableName(column),
                            known.getCatalogName(column),
                            known.getColumnTypeName(column),
                            known.getColumnClassName(column),
                            known.getPrecision(column) + "," + known.getScale(column),
                            "width " + known.getColumnDisplaySize(column),
                            "nullable " + known.isNullable(column),
                            known.isSigned(column) ? "signed" : "unsigned",
                            known.isAutoIncrement(column) ? "counting" : "plain"));
        }
    }

    /** Something that may be refused, with the numbers by which a program tells refusals apart. */
    void attempt(String label, Attempt attempt) {
        try {
            attempt.run();
            show(label, "done");
        } catch (SQLException refusal) {
            show(label, refusal.getErrorCode() + " " + refusal.getSQLState());
        }
    }

    interface Attempt {
        void run() throws SQLException;
    }

    private static String cell(@Nullable Object value) {
        return value == null ? "NULL" : value.getClass().getSimpleName() + " " + text(value);
    }

    private static String text(@Nullable Object value) {
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }
}
