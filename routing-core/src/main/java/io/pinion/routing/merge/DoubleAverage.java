package io.pinion.routing.merge;

import io.pinion.routing.merge.AggregateFunction.Input;
import org.jspecify.annotations.Nullable;

/** An AVG that is a DOUBLE. */
final class DoubleAverage implements Accumulator {
    private final int column;
    private final int decimals;
    private final DoubleSum sum;
    private final IntegerSum count;

    DoubleAverage(Aggregate aggregate, int decimals) {
        column = aggregate.column();
        this.decimals = decimals;
        sum = new DoubleSum(aggregate.input(Input.SUM), CellType.NOT_FIXED);
        count = new IntegerSum(aggregate.input(Input.COUNT));
    }

    @Override
    public long add(byte[] @Nullable [] cells) {
        return sum.add(cells) + count.add(cells);
    }

    @Override
    public void finish(byte[] @Nullable [] cells) {
        cells[column] = sum.isNull() || count.sum() == 0 ? null : DoubleSum.text(sum.sum() / count.sum(), decimals);
    }
}
