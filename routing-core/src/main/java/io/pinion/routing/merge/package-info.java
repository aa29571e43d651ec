/**
 * The rows of several shards become the one answer that a single MySQL would have given. Pure: no sockets, no clock.
 *
 * <p>A {@link io.pinion.routing.merge.MergePlan} says what is to be done and is shared by every statement of its shape; a
 * {@link io.pinion.routing.merge.RowMerger} does it once. Rows flow through steps that each ask the one before them for its
 * next row: {@code Arrivals} or {@code SortedSources}, then groups, distinct rows, the sort, and the cut.
 *
 * <p>The hard thing is to compare as MySQL compares. A comparison is made once per row, when its key columns become one
 * string of bytes whose unsigned order is the order that is wanted ({@code KeyEncoder}); from then on sorting, grouping and
 * merging compare bytes only. Where the bytes of a column don't decide (a collation), the shards send what does, a weight
 * string, in a hidden column.
 */
@NullMarked
package io.pinion.routing.merge;

import org.jspecify.annotations.NullMarked;
