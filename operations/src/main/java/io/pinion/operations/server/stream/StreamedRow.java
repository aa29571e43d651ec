package io.pinion.operations.server.stream;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The values of one row as the server tells them, each a piece of some bytes, which stay what they are until the next
 * row is read into this one. For one thread.
 */
public final class StreamedRow {
    private static final int NULL = -1;
    private static final byte[] NOTHING = {};

    private final byte[][] bytes;
    private final int[] from;
    private final int[] to;

    public StreamedRow(int columns) {
        this.bytes = new byte[columns][];
        this.from = new int[columns];
        this.to = new int[columns];
        Arrays.fill(bytes, NOTHING);
        Arrays.fill(from, NULL);
    }

    /** A row of its own, of values that are held anyway; null is NULL. */
    public static StreamedRow of(byte[] @Nullable [] values) {
        StreamedRow row = new StreamedRow(values.length);
        for (int column = 0; column < values.length; column++) {
            byte[] value = values[column];
            if (value != null) {
                row.set(column, value, 0, value.length);
            }
        }
        return row;
    }

    public int columns() {
        return from.length;
    }

    public boolean isNull(int column) {
        return from[column] == NULL;
    }

    /** Where the value stands among others; of a value that isn't NULL. */
    public byte[] bytes(int column) {
        return bytes[column];
    }

    public int from(int column) {
        return from[column];
    }

    /** Exclusive. */
    public int to(int column) {
        return to[column];
    }

    public int length(int column) {
        return to[column] - from[column];
    }

    /** @param end exclusive */
    public void set(int column, byte[] value, int begin, int end) {
        bytes[column] = value;
        from[column] = begin;
        to[column] = end;
    }

    public void setNull(int column) {
        from[column] = NULL;
    }

    /** The values alone, to be kept; null is NULL. */
    public byte[] @Nullable [] copy() {
        byte[] @Nullable [] values = new byte[columns()][];
        for (int column = 0; column < values.length; column++) {
            values[column] = isNull(column) ? null : Arrays.copyOfRange(bytes[column], from[column], to[column]);
        }
        return values;
    }
}
