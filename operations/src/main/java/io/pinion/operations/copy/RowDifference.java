package io.pinion.operations.copy;

import java.util.Optional;

/**
 * Rows in which a copy of a table differs from it. The conditions have their WHERE, and are empty for all rows.
 *
 * @param wrong the condition for the rows of the copy that are to be deleted; it may have none of them
 * @param right the condition for the rows of the table that take their place; empty when there are none
 * @param rows how many at most, on the side that has more
 */
public record RowDifference(String wrong, Optional<String> right, long rows) {}
