package io.pinion.routing.merge;

/**
 * The comparison of two cells of a column, given in the text protocol. Always, NULL is less than any value, and equal
 * to NULL for groups and DISTINCT.
 */
public sealed interface Comparison {
    Comparison NUMERIC = new Numeric();
    Comparison FLOATING = new Floating();
    Comparison FLOATING_BITS = new FloatingBits();
    Comparison BYTES = new Bytes();
    Comparison TIME = new Time();

    /** Integers and DECIMAL, signed or not, of any size: {@code 1.50} equals {@code 1.5}. Also YEAR. */
    record Numeric() implements Comparison {}

    /**
     * DOUBLE, where {@code -0} equals {@code 0}. Not the text of a FLOAT, which has 6 digits and tells different values
     * with the same text: the shards must send {@code column * 1e0} to compare by.
     */
    record Floating() implements Comparison {}

    /**
     * DOUBLE, where {@code -0} and {@code 0} differ: MariaDB, in a temporary table, tells groups and repetitions by
     * their bytes, though it sorts and compares both as equal.
     */
    record FloatingBits() implements Comparison {}

    /**
     * Unsigned bytes, a prefix first: dates, datetimes and timestamps of one precision, binary strings, BIT, and weight
     * strings of collations that don't pad.
     */
    record Bytes() implements Comparison {}

    /**
     * Weight strings of a collation that pads ({@code PAD SPACE}): a string compares as if the weights of spaces
     * followed it for ever, so that {@code 'a'} equals {@code 'a '} and is greater than {@code 'a\t'}.
     *
     * @param spaceColumn the column, counted from 0, in which each row has the weight string of one space
     */
    record Padded(int spaceColumn) implements Comparison {}

    /** TIME, a signed duration up to {@code 838:59:59.999999}. */
    record Time() implements Comparison {}
}
