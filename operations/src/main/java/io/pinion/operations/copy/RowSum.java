package io.pinion.operations.copy;

import io.pinion.operations.server.sql.Answers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Collectors;

/**
 * The checksum of some rows: equal rows have equal sums, and different rows almost certainly have different ones.
 *
 * @param rows how many
 * @param xor of the rows' CRC32
 * @param sum of the rows' CRC32, which shows rows that come twice
 */
public record RowSum(long rows, String xor, String sum) {
    /**
     * The checksum of the rows of a table that fit the condition. Each column is summed apart: none can run into the
     * next.
     */
    public static RowSum of(Connection connection, TableShape table, String condition) throws SQLException {
        String row = row(table);
        return Answers.first(
                        connection,
                        "SELECT COUNT(*), COALESCE(BIT_XOR(" + row + "), 0), COALESCE(SUM(" + row + "), 0) FROM "
                                + table.inOrder() + condition,
                        sums -> new RowSum(sums.getLong(1), sums.getString(2), sums.getString(3)))
                .orElseThrow();
    }

    /** The checksum of a single row, as an expression. */
    public static String row(TableShape table) {
        if (table.stored().isEmpty()) {
            return "0";
        }
        return table.stored().stream()
                .map(ColumnShape::digest)
                .map(digest -> "COALESCE(CRC32(" + digest + "), 'N')")
                .collect(Collectors.joining(", ", "CRC32(CONCAT_WS('#', ", "))"));
    }
}
