package io.pinion.operations.transfer.binlog;

import io.pinion.operations.server.replication.BinlogPlace;
import java.math.BigInteger;

/**
 * A place between two transactions in a server's own binary log.
 *
 * @param file such as {@code binlog.000042}
 * @param offset in bytes from the beginning of the file
 * @param gtids what the server had executed there, for people; may be empty
 */
public record SourcePlace(String file, long offset, String gtids) {
    public SourcePlace {
        if (file.isEmpty() || offset < 0) {
            throw new IllegalArgumentException("no place in a binary log: '" + file + "', " + offset);
        }
    }

    public static SourcePlace of(BinlogPlace place, String gtids) {
        return new SourcePlace(place.file(), place.offset(), gtids);
    }

    /** Whether everything before {@code other} is before this place. Both are of the same server. */
    public boolean isAtLeast(SourcePlace other) {
        int files = number(file).compareTo(number(other.file));
        return files > 0 || (files == 0 && offset >= other.offset);
    }

    /** A server counts its files; beyond 999999 the number has more digits. */
    private static BigInteger number(String file) {
        String digits = file.substring(file.lastIndexOf('.') + 1);
        try {
            return new BigInteger(digits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a binary log's file has a number behind its name: " + file, e);
        }
    }

    @Override
    public String toString() {
        return file + ":" + offset;
    }
}
