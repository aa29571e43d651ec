package io.pinion.routing.merge;

import org.jspecify.annotations.Nullable;

/** Lets the rows of a LIMIT pass, and holds them no longer. Of a LIMIT it knows whose rows they were. */
final class Cut implements Step {
    private final Step before;
    private final HeldBytes held;
    private final int[] skipped;
    private final int[] passed;
    private long toSkip;
    private long toPass;

    Cut(Step before, RowLimit limit, int sources, HeldBytes held) {
        this.before = before;
        this.held = held;
        skipped = new int[limit.offset() == 0 ? 0 : sources];
        passed = new int[limit.equals(RowLimit.NONE) ? 0 : sources];
        toSkip = limit.offset();
        toPass = limit.count();
    }

    /** Whether no other row may pass. */
    boolean isFull() {
        return toPass == 0;
    }

    @Override
    public @Nullable Row next() {
        while (toPass > 0) {
            Row row = before.next();
            if (row == null) {
                return null;
            }
            row.release(held);
            if (toSkip == 0) {
                toPass--;
                count(passed, row);
                return row;
            }
            toSkip--;
            count(skipped, row);
        }
        return null;
    }

    private static void count(int[] bySource, Row row) {
        if (bySource.length > 0) {
            bySource[row.source]++;
        }
    }

    /** How many rows of a source were left out in front. */
    int skipped(int source) {
        return skipped.length == 0 ? 0 : skipped[source];
    }

    /** How many rows of a source have passed, where there is a limit. */
    int passed(int source) {
        return passed.length == 0 ? 0 : passed[source];
    }

    @Override
    public boolean isOver() {
        return isFull() || before.isOver();
    }
}
