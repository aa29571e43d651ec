package io.pinion.operations.copy;

import com.mysql.cj.jdbc.JdbcConnection;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SqlText;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes rows into one table, many at a time, as bytes. Blocks; for one thread. */
public final class RowWriter {
    private static final int MOST_ROWS = 2_000;

    /**
     * The size of a batch, so that memory holds little and a standby never waits for long; a single row may be bigger.
     */
    private static final long MOST_BYTES = 1 << 20;

    /** A longer value isn't held as text, too. */
    private static final long MOST_TEXT_BYTES = 8 << 20;

    /** As in {@code CONVERT(_binary x'…' USING utf8mb4), }. */
    private static final int AROUND_VALUE_BYTES = 40;

    /** Room for the statement's own text. */
    private static final int OVERHEAD_BYTES = 64 * 1024;

    private final ServerConnection target;
    private final TableShape table;
    private final List<ColumnShape> columns;
    private final long packetBytes;
    private final boolean replaces;
    private final String into;
    private final String row;
    private final List<byte[] @Nullable []> rows = new ArrayList<>();
    private final InsertText together;
    private final WrittenRows written;
    private long bytes;

    /**
     * A writer whose rows have no value yet that is there already: the others are an error.
     *
     * @param packetBytes the longest statement that the target takes
     */
    public RowWriter(ServerConnection target, TableShape table, long packetBytes) {
        this(target, table, packetBytes, false);
    }

    private RowWriter(ServerConnection target, TableShape table, long packetBytes, boolean replaces) {
        this.replaces = replaces;
        this.target = target;
        this.table = table;
        this.columns = table.stored();
        this.packetBytes = packetBytes;
        Dialect dialect = target.dialect();
        this.into = (replaces ? "REPLACE" : "INSERT") + " INTO " + table.name().quoted() + " ("
                + columns.stream()
                        .map(column -> SqlText.quoteName(column.name()))
                        .collect(Collectors.joining(", "))
                + ") VALUES ";
        this.together = new InsertText(into, columns, dialect);
        this.written = new WrittenRows(table);
        this.row = columns.stream().map(column -> column.write(dialect)).collect(Collectors.joining(", ", "(", ")"));
    }

    /**
     * A writer whose rows take the place of those that have one of their unique values.
     *
     * @param packetBytes the longest statement that the target takes
     */
    public static RowWriter replacing(ServerConnection target, TableShape table, long packetBytes) {
        return new RowWriter(target, table, packetBytes, true);
    }

    /**
     * The settings of connections that write copied rows: no SQL mode refuses or changes a value, and no foreign key is
     * checked.
     *
     * @param lockSeconds how long a statement waits for locks of others
     */
    static List<String> settings(ServerConnection server, int lockSeconds) {
        List<String> settings = new ArrayList<>(server.dialect().takeAllTime());
        settings.addAll(server.dialect().acceptAnyRow());
        settings.add("SET SESSION time_zone='+00:00', sql_mode='NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES',"
                + " foreign_key_checks=0, wait_timeout=86400, lock_wait_timeout=" + lockSeconds);
        return settings;
    }

    /** The same for connections that read rows as well: values pass no character set. */
    public static List<String> carryingSettings(ServerConnection server, int lockSeconds) {
        List<String> settings = settings(server, lockSeconds);
        settings.add("SET SESSION character_set_results=NULL, net_write_timeout=86400");
        return settings;
    }

    /** The longest statement that the server takes, in bytes. */
    public static long packetBytes(ServerConnection server) throws SQLException {
        return Long.parseLong(
                server.firstColumn("SELECT @@GLOBAL.max_allowed_packet").getFirst());
    }

    /** @param values one of each stored column; null is NULL */
    public void add(byte[] @Nullable [] values) {
        rows.add(values);
        for (byte[] value : values) {
            bytes += value == null ? 0 : value.length;
        }
    }

    public boolean isFull() {
        return rows.size() >= MOST_ROWS || bytes >= MOST_BYTES;
    }

    /** Commits the added rows, in a transaction in which the table is held ({@link BaseTables}). */
    void writeWhileHeld() throws SQLException {
        if (!rows.isEmpty()) {
            BaseTables.whileHeld(target.jdbc(), table.name(), this::write);
        }
    }

    /** Writes the added rows in one statement; the caller holds the table. */
    public void write() throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        if (2 * bytes + rows.size() * rowOverheadBytes() + OVERHEAD_BYTES > Math.min(packetBytes, MOST_TEXT_BYTES)) {
            writeInParts();
        } else {
            writeTogether();
        }
        rows.clear();
        bytes = 0;
    }

    /** What stands around the values of a row, at most. */
    private long rowOverheadBytes() {
        return (long) columns.size() * AROUND_VALUE_BYTES;
    }

    private void writeTogether() throws SQLException {
        together.begin(rows.size(), bytes);
        rows.forEach(together::add);
        try (Statement insert = target.jdbc().createStatement()) {
            insert.setEscapeProcessing(false);
            requireAll(insert.executeUpdate(together.statement()), rows.size());
            written.requireUnchanged(insert.getWarnings());
        }
    }

    /**
     * In a statement's text bytes take twice their room. Parameters of a server-side prepared statement travel apart
     * from it, as they are, and get the server's type for bytes without a character set.
     */
    private void writeInParts() throws SQLException {
        try (PreparedStatement insert =
                target.jdbc().unwrap(JdbcConnection.class).serverPrepareStatement(into + row)) {
            for (byte[] @Nullable [] values : rows) {
                for (int column = 0; column < values.length; column++) {
                    byte[] value = values[column];
                    if (value == null) {
                        insert.setBytes(column + 1, null);
                    } else if (columns.get(column).isText()) {
                        insert.setString(column + 1, new String(value, StandardCharsets.US_ASCII));
                    } else {
                        insert.setBinaryStream(column + 1, new ByteArrayInputStream(value), value.length);
                    }
                }
                requireAll(insert.executeUpdate(), 1);
                written.requireUnchanged(insert.getWarnings());
            }
        }
    }

    private void requireAll(int counted, int wanted) throws SQLException {
        if (replaces) {
            written.requireReplaced(counted, wanted);
        } else {
            written.requireInserted(counted, wanted);
        }
    }
}
