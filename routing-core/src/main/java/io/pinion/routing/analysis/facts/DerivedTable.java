package io.pinion.routing.analysis.facts;

import org.jspecify.annotations.Nullable;

/**
 * A derived table, or a use of a common table expression.
 *
 * @param label the name that qualifies its columns; empty without one
 * @param block the query block whose select list its columns are, or {@link #UNKNOWN}
 * @param common the place where the common table expression is named; null for a derived table. Not a table of the
 *     statement's
 */
public record DerivedTable(
        String label, int block, @Nullable TableUse common) {
    /** More than one block makes its rows, or its columns have names of their own. */
    public static final int UNKNOWN = -1;
}
