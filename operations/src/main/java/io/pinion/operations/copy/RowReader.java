package io.pinion.operations.copy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Reads rows of a table one by one, as they are to be written elsewhere. */
public final class RowReader {
    private RowReader() {}

    /** Gets rows. */
    @FunctionalInterface
    public interface Rows<E extends Exception> {
        /**
         * @param values one of each stored column; null is NULL
         * @param bytes of all of them
         */
        void row(byte[] @Nullable [] values, long bytes) throws SQLException, E;
    }

    /**
     * Reads in the order of the key, in a transaction in which the table is held.
     *
     * @param condition with its WHERE; may be empty
     */
    public static <E extends Exception> void read(
            Connection connection, TableShape table, String condition, Rows<E> rows) throws SQLException, E {
        int columns = table.stored().size();
        try (Statement statement =
                connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            // Connector/J's value for "row by row". An early end reads the rest, of which there is little.
            statement.setFetchSize(Integer.MIN_VALUE);
            statement.setEscapeProcessing(false);
            try (ResultSet found = statement.executeQuery(table.select(condition))) {
                while (found.next()) {
                    byte[][] row = new byte[columns][];
                    long bytes = 0;
                    for (int column = 0; column < columns; column++) {
                        row[column] = found.getBytes(column + 1);
                        bytes += row[column] == null ? 0 : row[column].length;
                    }
                    rows.row(row, bytes);
                }
            }
        }
    }
}
