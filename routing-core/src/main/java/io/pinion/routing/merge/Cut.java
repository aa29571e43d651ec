package io.pinion.routing.merge;

import org.jspecify.annotations.Nullable;

/** Applies LIMIT: skips rows, then passes rows and counts them by source. Passed rows no longer count as held. */
final class Cut implements MergeStep {
    private final MergeStep before;
    private final HeldBytes held;
    private final Effort effort;
    private final int[] passed;
    private long toSkip;
    private long toPass;

    Cut(MergeStep before, RowLimit limit, int sources, HeldBytes held, Effort effort) {
        this.before = before;
        this.held = held;
        this.effort = effort;
        passed = new int[limit.equals(RowLimit.NONE) ? 0 : sources];
        toSkip = limit.offset();
        toPass = limit.count();
    }

    /** Whether LIMIT is reached. */
    boolean isFull() {
        return toPass == 0;
    }

    @Override
    public @Nullable MergeRow next() {
        while (toPass > 0) {
            MergeRow row = effort.next(before);
            if (row == null) {
                return null;
            }
            row.release(held);
            if (toSkip == 0) {
                toPass--;
                if (passed.length > 0) {
                    passed[row.source]++;
                }
                return row;
            }
            toSkip--;
        }
        return null;
    }

    /** The number of rows of a source that have passed; 0 without a limit. */
    int passed(int source) {
        return passed.length == 0 ? 0 : passed[source];
    }

    @Override
    public boolean isOver() {
        return isFull() || before.isOver();
    }
}
