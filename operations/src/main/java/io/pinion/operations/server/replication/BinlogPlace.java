package io.pinion.operations.server.replication;

import java.sql.SQLException;

/**
 * A place in a server's own binary log. It means something on that server alone, and as long as it keeps the file.
 *
 * @param file such as {@code binlog.000042}
 * @param offset in bytes from the beginning of the file
 */
public record BinlogPlace(String file, long offset) {
    public BinlogPlace {
        if (file.isEmpty() || offset < 0) {
            throw new IllegalArgumentException("no place in a binary log: '" + file + "', " + offset);
        }
    }

    /**
     * As a server tells it.
     *
     * @throws SQLException it has none to tell
     */
    public static BinlogPlace told(String file, String offset) throws SQLException {
        if (file.isEmpty() || offset.isEmpty()) {
            throw new SQLException("the server writes no binary log: set log_bin in its configuration and restart it");
        }
        return new BinlogPlace(file, Long.parseLong(offset));
    }

    @Override
    public String toString() {
        return file + ":" + offset;
    }

    /** @throws IllegalArgumentException when it isn't what {@link #toString} writes */
    public static BinlogPlace parse(String text) {
        int colon = text.lastIndexOf(':');
        return new BinlogPlace(text.substring(0, Math.max(0, colon)), Long.parseLong(text.substring(colon + 1)));
    }
}
