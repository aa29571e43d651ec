package io.pinion.operations.copy;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a copy of a table equal to it, wherever it has got by then: what differs is deleted there and written anew, so that
 * it may be done again after it has broken off. Nobody is held up by it, and who writes into the table meanwhile may be missed:
 * the next look finds that. The copy is this one's alone. Blocks; one thread's.
 */
public final class TableMirror {
    /** ER_DUP_ENTRY: a row that is to go is further behind. */
    private static final int DUPLICATE = 1062;

    private final ServerConnection source;
    private final TableShape table;
    private final ServerConnection target;
    private final TableShape copy;
    private final long packetBytes;
    private final Pace pace;

    private TableMirror(ServerConnection source, TableShape table, ServerConnection target, TableShape copy, Pace pace)
            throws SQLException {
        this.source = source;
        this.table = table;
        this.target = target;
        this.copy = copy;
        this.packetBytes = CopyCheck.packetBytes(target);
        this.pace = pace;
    }

    /**
     * What both connections need: values pass no character set, time zone or rounding, and rows are taken whatever they refer to.
     *
     * @param lockSeconds how long others may hold up a statement
     */
    public static List<String> settings(ServerConnection server, int lockSeconds) {
        List<String> settings = RowWriter.settings(server, lockSeconds);
        settings.add("SET SESSION character_set_results=NULL, net_write_timeout=86400");
        return settings;
    }

    /**
     * @param copy of the same definition
     * @throws CopyRefused it has a column of a type that nobody knows how to carry
     */
    public static TableMirror of(
            ServerConnection source, TableName table, ServerConnection target, TableName copy, Pace pace)
            throws SQLException, CopyRefused {
        TableShape shape = BaseTables.asking(source.jdbc(), List.of(table), held -> TableShape.read(held.getFirst()));
        List<String> unknown = shape.stored().stream()
                .filter(column -> !column.isKnown(source.dialect()))
                .map(column -> table + ": column " + column.name() + " is of type " + column.type()
                        + ", which is unknown to Pinion, so that it can't promise to carry it exactly")
                .toList();
        if (!unknown.isEmpty()) {
            throw new CopyRefused(unknown);
        }
        return new TableMirror(source, shape, target, shape.in(copy), pace);
    }

    /**
     * What has become of one look through the whole table.
     *
     * @param rows that differed
     * @param conflicts how often rows were left out, since others that were still in the copy had values that may come once; what
     *     was wrong is gone now, so that the next look brings them, if nobody writes meanwhile
     */
    public record Mended(long rows, int conflicts) {}

    /** Looks for what differs, and mends it. */
    public Mended mend() throws SQLException, CopyBroken {
        long[] rows = {0};
        int[] conflicts = {0};
        differences().find(difference -> {
            rows[0] += difference.rows();
            try {
                mend(difference);
            } catch (SQLException e) {
                if (e.getErrorCode() != DUPLICATE) {
                    throw e;
                }
                conflicts[0]++;
            }
        });
        return new Mended(rows[0], conflicts[0]);
    }

    TableDifferences differences() {
        return new TableDifferences(source, table, target, copy, pace);
    }

    private void mend(RowDifference difference) throws SQLException, CopyBroken {
        BaseTables.whileHeld(target.jdbc(), copy.name(), () -> delete(target, copy, difference.wrong()));
        if (difference.right().isPresent()) {
            try (RowWriter writer = new RowWriter(target, copy, packetBytes)) {
                read(difference.right().get(), (row, bytes) -> {
                    writer.add(row);
                    if (writer.isFull()) {
                        writer.writeWhileHeld();
                        pace.wrote(1, bytes);
                    } else {
                        pace.count(1, bytes);
                    }
                });
                writer.writeWhileHeld();
            }
        }
        pace.wrote(0, 0);
    }

    static void delete(ServerConnection target, TableShape copy, String condition) throws SQLException {
        try (Statement statement = target.jdbc().createStatement()) {
            statement.setEscapeProcessing(false);
            statement.executeUpdate("DELETE FROM " + copy.name().quoted() + condition);
        }
    }

    /** Takes rows of the table. */
    interface Rows {
        void row(byte[] @Nullable [] values, long bytes) throws SQLException, CopyBroken;
    }

    /** Row by row. */
    void read(String condition, Rows rows) throws SQLException, CopyBroken {
        BaseTables.<CopyBroken>whileHeld(source.jdbc(), table.name(), () -> readHeld(condition, rows));
    }

    private void readHeld(String condition, Rows rows) throws SQLException, CopyBroken {
        int columns = table.stored().size();
        try (Statement statement =
                source.jdbc().createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            // Connector/J's word for "row by row". What ends early reads the rest, of which there is little.
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

    TableShape table() {
        return table;
    }

    long packetBytes() {
        return packetBytes;
    }

    /** For people. */
    @Override
    public String toString() {
        return SqlText.quoteName(table.name().table());
    }
}
