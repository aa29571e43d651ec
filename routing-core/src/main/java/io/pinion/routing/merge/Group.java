package io.pinion.routing.merge;

import java.util.List;

/** Rows that become one: the first row, and the accumulators over all. */
final class Group {
    /** The memory of an accumulator, without a cell that it keeps. */
    private static final int BYTES_PER_ACCUMULATOR = 128;

    private final MergeRow first;
    private final Accumulator[] accumulators;

    private Group(MergeRow first, Accumulator[] accumulators) {
        this.first = first;
        this.accumulators = accumulators;
    }

    static Group of(MergeRow first, List<Aggregate> aggregates, List<CellType> columns, HeldBytes held) {
        Accumulator[] accumulators = new Accumulator[aggregates.size()];
        for (int i = 0; i < accumulators.length; i++) {
            accumulators[i] = aggregates.get(i).function().accumulator(aggregates.get(i), columns);
        }
        first.holdMore((long) BYTES_PER_ACCUMULATOR * accumulators.length, held);
        Group group = new Group(first, accumulators);
        group.accumulate(first, held);
        return group;
    }

    /** Adds a row, which no longer counts as held. */
    void add(MergeRow row, HeldBytes held) {
        accumulate(row, held);
        row.release(held);
    }

    private void accumulate(MergeRow row, HeldBytes held) {
        for (Accumulator accumulator : accumulators) {
            first.holdMore(accumulator.add(row.cells), held);
        }
    }

    /** The row that represents the group. */
    MergeRow finish() {
        for (Accumulator accumulator : accumulators) {
            accumulator.finish(first.cells);
        }
        return first;
    }
}
