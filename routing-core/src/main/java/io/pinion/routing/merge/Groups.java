package io.pinion.routing.merge;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Groups rows that come in any order, so that it holds all groups until the last row. Groups come out in the order of
 * their first rows.
 */
final class Groups implements MergeStep {
    private final MergeStep before;
    private final KeyEncoder encoder;
    private final List<Aggregate> aggregates;
    private final List<CellType> columns;
    private final HeldBytes held;
    private final Effort effort;
    private final Map<GroupKey, Group> groups = new LinkedHashMap<>();
    private @Nullable Iterator<Map.Entry<GroupKey, Group>> finished;

    Groups(MergeStep before, Grouping grouping, List<CellType> columns, HeldBytes held, Effort effort) {
        this.before = before;
        encoder = KeyEncoder.of(grouping.keys());
        aggregates = grouping.aggregates();
        this.columns = columns;
        this.held = held;
        this.effort = effort;
    }

    @Override
    public @Nullable MergeRow next() {
        if (finished == null) {
            for (MergeRow row = effort.next(before); row != null; row = effort.next(before)) {
                take(row);
            }
            if (!before.isOver()) {
                return null;
            }
            finished = groups.entrySet().iterator();
        }
        if (!finished.hasNext()) {
            return null;
        }
        Map.Entry<GroupKey, Group> next = finished.next();
        held.release(next.getKey().heldBytes());
        MergeRow row = next.getValue().finish();
        finished.remove();
        return row;
    }

    private void take(MergeRow row) {
        GroupKey key = new GroupKey(encoder.encode(row.cells));
        Group group = groups.get(key);
        if (group != null) {
            group.add(row, held);
            return;
        }
        held.hold(key.heldBytes());
        groups.put(key, Group.of(row, aggregates, columns, held));
    }

    @Override
    public boolean isOver() {
        return finished == null ? before.isOver() && groups.isEmpty() : !finished.hasNext();
    }
}
