package io.pinion.routing.merge;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A row on its way through the merge. */
final class Row {
    /** By key; equal ones by source, then as they came. */
    static final Comparator<Row> ORDER = Row::compare;

    private static final byte[] NO_KEY = {};
    /** This object, an array's header, and a place in the array of a queue. */
    private static final int BYTES_PER_ROW = 80;
    /** An array's header, its padding to 8 bytes, and the reference to it. */
    private static final int BYTES_PER_CELL = 24;

    final byte[] @Nullable [] cells;
    final int source;
    /** Rises with each row that was added to the merge. */
    final long sequence;
    /** Made by {@link KeyEncoder} where rows are sorted; set by {@link #sortBy}. */
    private byte[] key = NO_KEY;

    private long heldBytes;

    Row(byte[] @Nullable [] cells, int source, long sequence) {
        this.cells = cells;
        this.source = source;
        this.sequence = sequence;
    }

    /** Counts what holding it takes. */
    void hold(HeldBytes held) {
        long bytes = BYTES_PER_ROW + (long) BYTES_PER_CELL * (cells.length + 1);
        for (byte[] cell : cells) {
            bytes += cell == null ? 0 : cell.length;
        }
        held.hold(bytes);
        heldBytes = bytes;
    }

    /** Gives the row its place in {@link #ORDER}, and counts the key too. */
    void sortBy(byte[] sortKey, HeldBytes held) {
        holdMore(BYTES_PER_CELL + (long) sortKey.length, held);
        key = sortKey;
    }

    /** Counts what became of other rows but is kept with this one; less than 0 when it shrank. */
    void holdMore(long bytes, HeldBytes held) {
        held.hold(bytes);
        heldBytes += bytes;
    }

    byte[] key() {
        return key;
    }

    /** Counts no longer what was counted for it. */
    void release(HeldBytes held) {
        held.release(heldBytes);
        heldBytes = 0;
    }

    private static int compare(Row a, Row b) {
        int byKey = Arrays.compareUnsigned(a.key, b.key);
        if (byKey != 0) {
            return byKey;
        }
        int bySource = Integer.compare(a.source, b.source);
        return bySource != 0 ? bySource : Long.compare(a.sequence, b.sequence);
    }
}
