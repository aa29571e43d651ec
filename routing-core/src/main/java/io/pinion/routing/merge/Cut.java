package io.pinion.routing.merge;

import org.jspecify.annotations.Nullable;

/** Lets the rows of a LIMIT pass, and holds them no longer. */
final class Cut implements Step {
    private final Step before;
    private final HeldBytes held;
    private long toSkip;
    private long toPass;

    Cut(Step before, RowLimit limit, HeldBytes held) {
        this.before = before;
        this.held = held;
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
                return row;
            }
            toSkip--;
        }
        return null;
    }

    @Override
    public boolean isOver() {
        return isFull() || before.isOver();
    }
}
