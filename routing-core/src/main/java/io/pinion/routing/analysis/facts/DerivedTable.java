package io.pinion.routing.analysis.facts;

import org.jspecify.annotations.Nullable;

/**
 * A derived table, or a use of a common table expression.
 *
 * @param label what columns are qualified with; empty without one
 * @param block the query block whose select list its columns are, or {@link #UNKNOWN}
 * @param common where the common table expression is named; null when it is none. No table of the statement's
 */
public record DerivedTable(
        String label, int block, @Nullable TableUse common) {
    /** More than one block makes its rows, or its columns have names of their own. */
    public static final int UNKNOWN = -1;
}
