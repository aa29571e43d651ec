package io.pinion.routing.merge;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongBinaryOperator;

/** The aggregate functions of one argument whose results for parts of the rows give the result for all rows. */
public enum AggregateFunction {
    /** Integers are added. */
    COUNT("add"),
    /**
     * DECIMALs are added exactly; DOUBLEs too, then rounded once, so that the sum doesn't depend on the order in which
     * shards answer. NULL when no shard had a value.
     */
    SUM("add", Input.EXACT_SUM),
    /** The sum divided by the count, rounded as MySQL does to the decimals of the column itself; NULL when the count is 0. */
    AVG("average", Input.SUM, Input.EXACT_SUM, Input.COUNT),
    /** The cell of the row whose key is the least, NULLs ignored; of equal ones the first. */
    MIN("least", Input.KEY),
    /** The cell of the row whose key is the greatest, NULLs ignored; of equal ones the first. */
    MAX("greatest", Input.KEY),
    BIT_AND("bit and"),
    BIT_OR("bit or"),
    BIT_XOR("bit xor");

    /** A column that the shards send for a function beside its own, computed from the same argument. */
    public enum Input {
        SUM,
        /** The sum with the digits that a server adds but doesn't show. */
        EXACT_SUM,
        COUNT,
        /** The column that MIN and MAX are ordered by. */
        KEY
    }

    private final String operation;

    @SuppressWarnings("ImmutableEnumChecker") // List.of can't be changed.
    private final List<Input> inputs;

    AggregateFunction(String operation, Input... inputs) {
        this.operation = operation;
        this.inputs = List.of(inputs);
    }

    /** Empty for a function that needs the rows of all shards; {@code name} is in upper case. */
    public static Optional<AggregateFunction> of(String name) {
        return Arrays.stream(values())
                .filter(function -> function.name().equals(name))
                .findFirst();
    }

    /** The columns that the function needs, in the order in which they are to be asked for. */
    public List<Input> inputs() {
        return inputs;
    }

    /** The operation in a word or two, for the plan's text. */
    String operation() {
        return operation;
    }

    /**
     * Computes the column for one group.
     *
     * @param columns the types of all columns
     * @throws IllegalArgumentException the servers send a type that the function doesn't have
     */
    Accumulator accumulator(Aggregate aggregate, List<CellType> columns) {
        CellType type = columns.get(aggregate.column());
        return switch (this) {
            case COUNT -> new IntegerSum(aggregate.column());
            case SUM ->
                switch (type.family()) {
                    case INTEGER, DECIMAL ->
                        new DecimalSum(aggregate.column(), aggregate.input(Input.EXACT_SUM), type.decimals());
                    case DOUBLE, FLOAT -> new DoubleSum(aggregate.column(), type.decimals());
                    case OTHER -> throw notNumeric(aggregate);
                };
            case AVG ->
                switch (type.family()) {
                    case INTEGER, DECIMAL ->
                        new DecimalAverage(
                                aggregate,
                                type.decimals(),
                                columns.get(aggregate.input(Input.SUM)).decimals());
                    case DOUBLE, FLOAT -> new DoubleAverage(aggregate, type.decimals());
                    case OTHER -> throw notNumeric(aggregate);
                };
            case MIN -> new ExtremeCell(aggregate, false);
            case MAX -> new ExtremeCell(aggregate, true);
            case BIT_AND -> bits(aggregate, type, -1, (a, b) -> a & b);
            case BIT_OR -> bits(aggregate, type, 0, (a, b) -> a | b);
            case BIT_XOR -> bits(aggregate, type, 0, (a, b) -> a ^ b);
        };
    }

    /** Of unsigned 64-bit integers, and on MySQL of binary strings of one length. */
    private static Accumulator bits(Aggregate aggregate, CellType type, long none, LongBinaryOperator operation) {
        return switch (type.family()) {
            case INTEGER -> new IntegerBits(aggregate, none, operation);
            case OTHER -> new BinaryBits(aggregate, operation);
            case DECIMAL, DOUBLE, FLOAT ->
                throw new IllegalArgumentException(aggregate.name() + " has no bits: it is " + type.family());
        };
    }

    private static IllegalArgumentException notNumeric(Aggregate aggregate) {
        return new IllegalArgumentException("the servers say that " + aggregate.name() + " is no number");
    }
}
