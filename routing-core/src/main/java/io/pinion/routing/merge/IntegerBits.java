package io.pinion.routing.merge;

import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** BIT_AND, BIT_OR or BIT_XOR of BIGINT UNSIGNED. */
final class IntegerBits implements Accumulator {
    private final Aggregate aggregate;
    private final LongBinaryOperator operation;
    private long bits;

    /** @param none the result for no rows */
    IntegerBits(Aggregate aggregate, long none, LongBinaryOperator operation) {
        this.aggregate = aggregate;
        this.operation = operation;
        bits = none;
    }

    @Override
    public long add(byte[] @Nullable [] cells) {
        byte[] cell = cells[aggregate.column()];
        if (cell != null) {
            bits = operation.applyAsLong(bits, Long.parseUnsignedLong(Accumulator.ascii(cell)));
        }
        return 0;
    }

    @Override
    public void finish(byte[] @Nullable [] cells) {
        cells[aggregate.column()] = Accumulator.bytes(Long.toUnsignedString(bits));
    }
}
