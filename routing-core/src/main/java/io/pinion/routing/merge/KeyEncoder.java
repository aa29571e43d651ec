package io.pinion.routing.merge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the keys of a row as one string of bytes: compared as unsigned bytes, such strings have the order of the
 * rows, and they are equal where rows are equal in all keys.
 *
 * <p>Each key is a byte for NULL or not, then its value in a form that is no prefix of another value's form, so that
 * the next key never changes the order by the one before. A descending key is the same with its bits inverted.
 */
final class KeyEncoder {
    private static final int NULL = 0;
    private static final int NOT_NULL = 1;

    private final Key[] keys;
    private final boolean[] descending;
    private final KeyBuffer buffer = new KeyBuffer();

    private KeyEncoder(Key[] keys, boolean[] descending) {
        this.keys = keys;
        this.descending = descending;
    }

    /** An encoder for rows that are only compared for equality. */
    static KeyEncoder of(List<Key> keys) {
        return new KeyEncoder(keys.toArray(Key[]::new), new boolean[keys.size()]);
    }

    static KeyEncoder ofOrder(List<SortKey> order) {
        boolean[] descending = new boolean[order.size()];
        for (int i = 0; i < descending.length; i++) {
            descending[i] = order.get(i).descending();
        }
        return new KeyEncoder(order.stream().map(SortKey::key).toArray(Key[]::new), descending);
    }

    byte[] encode(byte[] @Nullable [] cells) {
        return write(cells).toBytes();
    }

    /** As {@link #encode}, valid until the next row is encoded; allocates nothing. */
    KeyBuffer write(byte[] @Nullable [] cells) {
        buffer.clear();
        for (int i = 0; i < keys.length; i++) {
            int start = buffer.length();
            write(keys[i], cells);
            if (descending[i]) {
                buffer.invertFrom(start);
            }
        }
        return buffer;
    }

    private void write(Key key, byte[] @Nullable [] cells) {
        byte[] cell = cells[key.column()];
        if (cell == null) {
            buffer.put(NULL);
            return;
        }
        buffer.put(NOT_NULL);
        switch (key.comparison()) {
            case Comparison.Numeric() -> NumericForm.write(cell, buffer);
            // -0 + 0 is 0, and no other value changes.
            case Comparison.Floating() -> writeDouble(Double.parseDouble(Accumulator.ascii(cell)) + 0.0);
            case Comparison.FloatingBits() -> writeDouble(Double.parseDouble(Accumulator.ascii(cell)));
            case Comparison.Bytes() -> writeBytes(cell);
            case Comparison.Padded(int spaceColumn) -> PaddedForm.write(cell, spaceAt(spaceColumn, cells), buffer);
            case Comparison.Time() -> TimeForm.write(cell, buffer);
        }
    }

    /** DOUBLEs in their order: IEEE 754 bits, turned so that they compare as unsigned. */
    private void writeDouble(double value) {
        long bits = Double.doubleToLongBits(value);
        buffer.putLong(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
    }

    /** With an end mark, by which a prefix sorts first whatever key follows: 0 is written as 0 255, and the end as 0 0. */
    private void writeBytes(byte[] cell) {
        int written = 0;
        for (int i = 0; i < cell.length; i++) {
            if (cell[i] == 0) {
                buffer.put(cell, written, i + 1);
                buffer.put(0xFF);
                written = i + 1;
            }
        }
        buffer.put(cell, written, cell.length);
        buffer.put(0);
        buffer.put(0);
    }

    private static byte[] spaceAt(int column, byte[] @Nullable [] cells) {
        byte[] space = cells[column];
        if (space == null || space.length == 0) {
            throw new IllegalArgumentException("column " + column + " is to hold the weight of a space and holds none");
        }
        return space;
    }
}
