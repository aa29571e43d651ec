package io.pinion.routing.analysis;

/**
 * A derived table, or a use of a common table expression.
 *
 * @param label what columns are qualified with; empty without one
 * @param block the query block whose select list its columns are, or {@link #UNKNOWN}
 */
public record DerivedTable(String label, int block) {
    /** More than one block makes its rows, or its columns have names of their own. */
    public static final int UNKNOWN = -1;
}
