package io.pinion.routing.merge;

import org.jspecify.annotations.Nullable;

/** BIT_AND, BIT_OR or BIT_XOR of BIGINT UNSIGNED. */
final class IntegerBits implements Accumulator {
    private final Aggregate.Bits aggregate;
    private long bits;

    IntegerBits(Aggregate.Bits aggregate) {
        this.aggregate = aggregate;
        bits = aggregate.operation() == Aggregate.BitOperation.AND ? -1 : 0;
    }

    @Override
    public long add(byte[] @Nullable [] cells) {
        byte[] cell = cells[aggregate.column()];
        if (cell != null) {
            bits = aggregate.operation().apply(bits, Long.parseUnsignedLong(Accumulator.ascii(cell)));
        }
        return 0;
    }

    @Override
    public void finish(byte[] @Nullable [] cells) {
        cells[aggregate.column()] = Accumulator.bytes(Long.toUnsignedString(bits));
    }
}
