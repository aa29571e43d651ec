package io.pinion.operations.verify;

import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.HeldTable;
import java.sql.SQLException;

/**
 * How many rows of a table are compared at a time: as many as take a moment. On a busy server any number of them takes
 * longer, and fewer at a time would make the whole last longer still, until it never ends: so the size of rows says how
 * few is enough. For one thread.
 */
final class PartSize {
    static final int FIRST_ROWS = 1_000;
    private static final int MOST_ROWS = 20_000;

    /** So much is read in a moment, unless the server is busy. */
    private static final long FEWEST_BYTES = 1_000_000;

    /** The time that a part should take; between half and twice of it the number of rows stays. */
    private static final long WANTED_NANOS = 100_000_000;

    private final int fewest;
    private int rows;

    /** @param rowBytes the usual size of a row; 0 when nothing is known of it */
    PartSize(long rowBytes) {
        this.fewest = rowBytes == 0 ? 1 : Math.clamp(FEWEST_BYTES / rowBytes, 1, MOST_ROWS);
        this.rows = FIRST_ROWS;
    }

    /** By the server's estimate. Blocks. */
    static PartSize of(HeldTable table) throws SQLException {
        return new PartSize(Long.parseLong(Answers.single(
                table.connection(),
                "SELECT COALESCE(MAX(avg_row_length), 0) FROM information_schema.tables WHERE " + table.condition())));
    }

    int rows() {
        return rows;
    }

    /** Notes the time of the last part, without pauses. */
    void took(long nanos) {
        if (nanos > 2 * WANTED_NANOS) {
            rows = Math.max(fewest, rows / 2);
        } else if (nanos < WANTED_NANOS / 2) {
            rows = Math.min(MOST_ROWS, rows * 2);
        }
    }
}
