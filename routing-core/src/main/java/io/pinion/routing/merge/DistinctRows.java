package io.pinion.routing.merge;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Passes the first of equal rows. Remembers all rows passed; only the latest where equal rows come one after the other.
 */
final class DistinctRows implements MergeStep {
    private static final byte[] NONE_PASSED = {};

    private final MergeStep before;
    private final KeyEncoder encoder;
    private final HeldBytes held;
    private final Effort effort;
    private final boolean adjacent;
    private final Set<GroupKey> passed = new HashSet<>();
    private byte[] latest = NONE_PASSED;

    /**
     * Drops repeated rows of the step before.
     *
     * @param adjacent equal rows come one after the other
     */
    DistinctRows(MergeStep before, List<Key> keys, boolean adjacent, HeldBytes held, Effort effort) {
        this.before = before;
        encoder = KeyEncoder.of(keys);
        this.adjacent = adjacent;
        this.held = held;
        this.effort = effort;
    }

    @Override
    public @Nullable MergeRow next() {
        for (MergeRow row = effort.next(before); row != null; row = effort.next(before)) {
            byte[] key = encoder.encode(row.cells);
            if (adjacent ? isOther(key) : isNew(key)) {
                return row;
            }
            row.release(held);
        }
        return null;
    }

    private boolean isOther(byte[] key) {
        boolean other = !Arrays.equals(key, latest);
        latest = key;
        return other;
    }

    private boolean isNew(byte[] bytes) {
        GroupKey key = new GroupKey(bytes);
        if (!passed.add(key)) {
            return false;
        }
        held.hold(key.heldBytes());
        return true;
    }

    @Override
    public boolean isOver() {
        return before.isOver();
    }
}
