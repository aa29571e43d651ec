package io.pinion.routing.merge;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A row on its way through the merge. */
final class MergeRow {
    /** By key; equal ones by source, then by arrival. */
    static final Comparator<MergeRow> ORDER = MergeRow::compare;

    private static final byte[] NO_KEY = {};
    /** The memory of this object, an array's header, and a place in the array of a queue. */
    private static final int BYTES_PER_ROW = 80;
    /** The memory of an array's header, its padding to 8 bytes, and the reference to it. */
    private static final int BYTES_PER_CELL = 24;

    final byte[] @Nullable [] cells;
    final int source;
    /** Rises with each row that is added to the merge. */
    final long sequence;
    /** The key from {@link KeyEncoder} where rows are sorted; set by {@link #sortBy}. */
    private byte[] key = NO_KEY;

    private long heldBytes;

    MergeRow(byte[] @Nullable [] cells, int source, long sequence) {
        this.cells = cells;
        this.source = source;
        this.sequence = sequence;
    }

    /** Counts the row's memory as held. */
    void hold(HeldBytes held) {
        long bytes = BYTES_PER_ROW + (long) BYTES_PER_CELL * (cells.length + 1);
        for (byte[] cell : cells) {
            bytes += cell == null ? 0 : cell.length;
        }
        held.hold(bytes);
        heldBytes = bytes;
    }

    /** Gives the row its place in {@link #ORDER}, and counts the key as held too. */
    void sortBy(byte[] sortKey, HeldBytes held) {
        holdMore(BYTES_PER_CELL + (long) sortKey.length, held);
        key = sortKey;
    }

    /** Counts memory of other rows' data that this row keeps; below 0 when it shrank. */
    void holdMore(long bytes, HeldBytes held) {
        held.hold(bytes);
        heldBytes += bytes;
    }

    byte[] key() {
        return key;
    }

    /** Ends the count of the row's memory. */
    void release(HeldBytes held) {
        held.release(heldBytes);
        heldBytes = 0;
    }

    private static int compare(MergeRow a, MergeRow b) {
        int byKey = Arrays.compareUnsigned(a.key, b.key);
        if (byKey != 0) {
            return byKey;
        }
        int bySource = Integer.compare(a.source, b.source);
        return bySource != 0 ? bySource : Long.compare(a.sequence, b.sequence);
    }
}
