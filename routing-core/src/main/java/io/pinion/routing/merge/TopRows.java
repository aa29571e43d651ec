package io.pinion.routing.merge;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Sorts rows that come in any order, and holds only the wanted ones. Heaps spread the work over all rows: sorting
 * everything at the end would block the event loop.
 */
final class TopRows implements MergeStep {
    private final MergeStep before;
    private final KeyEncoder encoder;
    private final long wanted;
    private final HeldBytes held;
    private final Effort effort;
    /** The sources whose further rows can't be wanted; null when the sources aren't sorted. */
    private final boolean @Nullable [] useless;
    /** The head is the first row; as long as not all are wanted, the last, which makes room for others. */
    private final PriorityQueue<MergeRow> rows;

    /** The rows when all have come and not all were wanted, the first in front. */
    private final Deque<MergeRow> turned = new ArrayDeque<>();

    private boolean collected;

    /**
     * Sorts the rows of the step before.
     *
     * @param wanted the number of wanted rows; {@link Long#MAX_VALUE} for all, else at least 1
     * @param sortedSources the number of sources, each of them sorted, so that after one unwanted row all further rows
     *     of its source are unwanted; 0 when they aren't sorted
     */
    TopRows(MergeStep before, KeyEncoder encoder, long wanted, HeldBytes held, int sortedSources, Effort effort) {
        this.before = before;
        this.encoder = encoder;
        this.wanted = wanted;
        this.held = held;
        this.effort = effort;
        useless = sortedSources == 0 ? null : new boolean[sortedSources];
        rows = new PriorityQueue<>(wanted == Long.MAX_VALUE ? MergeRow.ORDER : MergeRow.ORDER.reversed());
    }

    /** Whether rows of this source may still be among those wanted. */
    boolean wants(int source) {
        return useless == null || !useless[source];
    }

    @Override
    public @Nullable MergeRow next() {
        if (!collected) {
            for (MergeRow row = effort.next(before); row != null; row = effort.next(before)) {
                take(row);
            }
            if (!before.isOver()) {
                return null;
            }
            collected = true;
        }
        return wanted == Long.MAX_VALUE ? rows.poll() : nextTurned();
    }

    private void take(MergeRow row) {
        KeyBuffer key = encoder.write(row.cells);
        if (rows.size() >= wanted) {
            MergeRow last = rows.element();
            if (comesAfter(row, key, last)) {
                drop(row);
                return;
            }
            rows.remove().release(held);
        }
        row.sortBy(key.toBytes(), held);
        rows.add(row);
    }

    private static boolean comesAfter(MergeRow row, KeyBuffer key, MergeRow last) {
        int byKey = key.compareTo(last.key());
        return byKey > 0 || (byKey == 0 && row.source >= last.source);
    }

    private void drop(MergeRow row) {
        row.release(held);
        if (useless != null) {
            useless[row.source] = true;
        }
    }

    private @Nullable MergeRow nextTurned() {
        while (!rows.isEmpty()) {
            if (!effort.allowsOne()) {
                return null;
            }
            turned.addFirst(rows.remove());
        }
        return turned.poll();
    }

    @Override
    public boolean isOver() {
        return (collected || before.isOver()) && rows.isEmpty() && turned.isEmpty();
    }
}
