package io.pinion.routing.merge;

import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * BIT_AND, BIT_OR or BIT_XOR of binary strings, which MySQL has since 8.0. Each server ensures that the strings of its
 * rows have one length (error 3513).
 */
final class BinaryBits implements Accumulator {
    private final Aggregate aggregate;
    private final LongBinaryOperator operation;
    private byte @Nullable [] bits;

    BinaryBits(Aggregate aggregate, LongBinaryOperator operation) {
        this.aggregate = aggregate;
        this.operation = operation;
    }

    @Override
    public long add(byte[] @Nullable [] cells) {
        byte[] cell = cells[aggregate.column()];
        byte[] before = bits;
        if (cell == null) {
            return 0;
        }
        if (before == null) {
            bits = cell.clone();
            return cell.length;
        }
        if (before.length != cell.length) {
            throw new IllegalArgumentException(
                    aggregate.name() + " of " + before.length + " bytes on one shard, " + cell.length + " on another");
        }
        for (int i = 0; i < cell.length; i++) {
            before[i] = (byte) operation.applyAsLong(before[i], cell[i]);
        }
        return 0;
    }

    @Override
    public void finish(byte[] @Nullable [] cells) {
        cells[aggregate.column()] = bits;
    }
}
