package io.pinion.routing.merge;

import org.jspecify.annotations.Nullable;

/** A COUNT: the sum of the shards' counts. */
final class IntegerSum implements Accumulator {
    private final int column;
    private long sum;

    IntegerSum(int column) {
        this.column = column;
    }

    long sum() {
        return sum;
    }

    @Override
    public long add(byte[] @Nullable [] cells) {
        byte[] cell = cells[column];
        if (cell != null) {
            sum = Math.addExact(sum, Long.parseLong(Accumulator.ascii(cell)));
        }
        return 0;
    }

    @Override
    public void finish(byte[] @Nullable [] cells) {
        cells[column] = Accumulator.bytes(Long.toString(sum));
    }
}
