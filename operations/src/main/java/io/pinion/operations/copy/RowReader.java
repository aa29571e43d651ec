package io.pinion.operations.copy;

import io.pinion.operations.server.stream.RowStream;
import io.pinion.operations.server.stream.StreamedRow;
import java.sql.Connection;
import java.sql.SQLException;
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
        StreamedRow row = new StreamedRow(table.stored().size());
        // An early end reads the rest, of which there is little.
        try (RowStream found = RowStream.of(connection, table.select(condition), row.columns())) {
            for (long bytes = found.next(row, 0); bytes >= 0; bytes = found.next(row, 0)) {
                rows.row(row.copy(), bytes);
            }
        }
    }
}
