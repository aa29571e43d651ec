package io.pinion.routing.merge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Groups rows that are sorted by the groups' keys, so that it holds one group at a time. */
final class AdjacentGroups implements MergeStep {
    private static final byte[] NO_KEY = {};

    private final MergeStep before;
    private final KeyEncoder encoder;
    private final List<Aggregate> aggregates;
    private final List<CellType> columns;
    private final HeldBytes held;
    private final Effort effort;
    private @Nullable Group group;
    private byte[] key = NO_KEY;

    AdjacentGroups(MergeStep before, Grouping grouping, List<CellType> columns, HeldBytes held, Effort effort) {
        this.before = before;
        encoder = KeyEncoder.of(grouping.keys());
        aggregates = grouping.aggregates();
        this.columns = columns;
        this.held = held;
        this.effort = effort;
    }

    @Override
    public @Nullable MergeRow next() {
        for (MergeRow row = effort.next(before); row != null; row = effort.next(before)) {
            Group current = group;
            if (current != null && encoder.write(row.cells).compareTo(key) == 0) {
                current.add(row, held);
                continue;
            }
            key = encoder.encode(row.cells);
            group = Group.of(row, aggregates, columns, held);
            if (current != null) {
                return current.finish();
            }
        }
        Group last = group;
        if (last == null || !before.isOver()) {
            return null;
        }
        group = null;
        return last.finish();
    }

    @Override
    public boolean isOver() {
        return group == null && before.isOver();
    }
}
