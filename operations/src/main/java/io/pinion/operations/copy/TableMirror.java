package io.pinion.operations.copy;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Makes a copy of a table equal to it, whatever state the copy is in: differing rows are deleted there and written
 * anew, so that the work may be repeated after an interruption. Writers don't wait, so rows that they write meanwhile
 * may be missed: the next run finds those. No other work may change the copy. Blocks; for one thread.
 */
public final class TableMirror {
    /** ER_DUP_ENTRY: a wrong row that has the unique value comes later. */
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
        this.packetBytes = RowWriter.packetBytes(target);
        this.pace = pace;
    }

    /**
     * The settings of both connections: values pass no character set, time zone or rounding, and no foreign key is
     * checked.
     *
     * @param lockSeconds how long a statement waits for locks of others
     */
    public static List<String> settings(ServerConnection server, int lockSeconds) {
        List<String> settings = RowWriter.settings(server, lockSeconds);
        settings.add("SET SESSION character_set_results=NULL, net_write_timeout=86400");
        return settings;
    }

    /**
     * @param copy of the same definition
     * @throws OperationRefused when a column has a type that can't be carried
     */
    public static TableMirror of(
            ServerConnection source, TableName table, ServerConnection target, TableName copy, Pace pace)
            throws SQLException, OperationRefused {
        TableShape shape = BaseTables.asking(source.jdbc(), List.of(table), held -> TableShape.read(held.getFirst()));
        List<String> unknown = shape.stored().stream()
                .filter(column -> !column.isKnown(source.dialect()))
                .map(column -> table + ": column " + column.name() + " is of type " + column.type()
                        + ", which is unknown to Pinion, so that it can't promise to carry it exactly")
                .toList();
        if (!unknown.isEmpty()) {
            throw OperationRefused.of(unknown);
        }
        return new TableMirror(source, shape, target, shape.in(copy), pace);
    }

    /**
     * The result of one run through the whole table.
     *
     * @param rows that differed
     * @param conflicts how often rows were left out, since wrong rows in the copy still had their unique values; the
     *     wrong rows are gone now, so the next run writes the others, if no client writes meanwhile
     */
    public record Mended(long rows, int conflicts) {}

    /** Finds the differences and ends them. */
    public Mended mend() throws SQLException, OperationRefused {
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

    private void mend(RowDifference difference) throws SQLException, OperationRefused {
        BaseTables.whileHeld(target.jdbc(), copy.name(), () -> delete(target, copy, difference.wrong()));
        if (difference.right().isPresent()) {
            RowWriter writer = new RowWriter(target, copy, packetBytes);
            read(difference.right().get(), (row, bytes) -> {
                writer.add(row);
                pace.count(1, bytes);
                if (writer.isFull()) {
                    writer.writeWhileHeld();
                    pace.wrote(0, 0);
                }
            });
            writer.writeWhileHeld();
        }
        pace.wrote(0, 0);
    }

    static void delete(ServerConnection target, TableShape copy, String condition) throws SQLException {
        try (Statement statement = target.jdbc().createStatement()) {
            statement.setEscapeProcessing(false);
            statement.executeUpdate("DELETE FROM " + copy.name().quoted() + condition);
        }
    }

    /** Reads row by row. */
    void read(String condition, RowReader.Rows<OperationRefused> rows) throws SQLException, OperationRefused {
        BaseTables.<OperationRefused>whileHeld(
                source.jdbc(), table.name(), () -> RowReader.read(source.jdbc(), table, condition, rows));
    }

    TableShape table() {
        return table;
    }

    long packetBytes() {
        return packetBytes;
    }

    /** The table's name for people. */
    @Override
    public String toString() {
        return SqlText.quoteName(table.name().table());
    }
}
