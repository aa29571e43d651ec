package io.pinion.operations.server.replication;

import java.sql.SQLException;

/**
 * A file and offset in a server's own binary log. It has a meaning on that server alone, until the file is purged.
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
     * The place that a server reports.
     *
     * @throws SQLException the server writes no binary log
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

    /** @throws IllegalArgumentException when {@link #toString} hasn't written the text */
    public static BinlogPlace parse(String text) {
        int colon = text.lastIndexOf(':');
        return new BinlogPlace(text.substring(0, Math.max(0, colon)), Long.parseLong(text.substring(colon + 1)));
    }
}
