package io.pinion.routing.merge;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes one column of one group. */
sealed interface Accumulator
        permits IntegerSum, DecimalSum, DoubleSum, ExtremeCell, DecimalAverage, DoubleAverage, IntegerBits, BinaryBits {

    /**
     * Adds a row of the group.
     *
     * @return the number of bytes by which the memory held grows
     */
    long add(byte[] @Nullable [] cells);

    /** Writes the result to the group's row. */
    void finish(byte[] @Nullable [] cells);

    static Accumulator of(Aggregate aggregate, List<CellType> columns) {
        CellType type = columns.get(aggregate.column());
        return switch (aggregate) {
            case Aggregate.Count count -> new IntegerSum(count.column());
            case Aggregate.Sum sum ->
                switch (type.family()) {
                    case INTEGER, DECIMAL -> new DecimalSum(sum.column(), sum.exactColumn(), type.decimals());
                    case DOUBLE, FLOAT -> new DoubleSum(sum.column(), type.decimals());
                    case OTHER -> throw notNumeric(sum);
                };
            case Aggregate.Extreme extreme -> new ExtremeCell(extreme);
            case Aggregate.Average average ->
                switch (type.family()) {
                    case INTEGER, DECIMAL ->
                        new DecimalAverage(
                                average,
                                type.decimals(),
                                columns.get(average.sumColumn()).decimals());
                    case DOUBLE, FLOAT -> new DoubleAverage(average, type.decimals());
                    case OTHER -> throw notNumeric(average);
                };
            case Aggregate.Bits bits ->
                switch (type.family()) {
                    case INTEGER -> new IntegerBits(bits);
                    case OTHER -> new BinaryBits(bits);
                    case DECIMAL, DOUBLE, FLOAT ->
                        throw new IllegalArgumentException(bits.name() + " has no bits: it is " + type.family());
                };
        };
    }

    private static IllegalArgumentException notNumeric(Aggregate aggregate) {
        return new IllegalArgumentException("the servers say that " + aggregate.name() + " is no number");
    }

    /** The bytes of a text in ASCII, such as a number. */
    static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String ascii(byte[] cell) {
        return new String(cell, StandardCharsets.ISO_8859_1);
    }
}
