package io.pinion.routing.merge;

import org.jspecify.annotations.Nullable;

/**
 * The work of one {@link RowMerger#poll}. Steps that may go through many rows before they have one for the caller take their
 * rows here, and so no poll goes through all the rows that are held.
 */
final class Effort {
    /** They take about a millisecond. */
    private static final int MOST = 2000;

    private int left;

    void begin() {
        left = MOST;
    }

    boolean isSpent() {
        return left == 0;
    }

    /** Counts a row of a step's own; false when it must wait for the next poll. */
    boolean allowsOne() {
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }

    /** The next row of the step before; null also when it must wait for the next poll. */
    @Nullable
    MergeRow next(MergeStep before) {
        return allowsOne() ? before.next() : null;
    }
}
