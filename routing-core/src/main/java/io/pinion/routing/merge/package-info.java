/**
 * The rows of several shards become the one answer that a single MySQL would have given. Pure: no sockets, no clock.
 *
 * <p>A {@link io.pinion.routing.merge.MergePlan} describes the merge and is shared by every statement of its shape; a
 * {@link io.pinion.routing.merge.RowMerger} runs it once. Rows flow through steps that each ask the one before them for
 * its next row: {@code Arrivals} or {@code SortedSources}, then groups, distinct rows, the sort, and the cut.
 *
 * <p>The hard thing is to compare as MySQL compares. The key columns of each row are encoded once as a string of bytes
 * whose unsigned order is MySQL's order ({@code KeyEncoder}); from then on sorting, grouping and merging compare bytes
 * only. Where the bytes of a column don't decide (a collation), the shards send a weight string, which does, in a
 * hidden column.
 *
 * <p>One package of more than forty files, because each is one step, one aggregate or one form of a key, most of them
 * package-private and used by {@code RowMerger}'s chain alone: packages inside would make them public.
 */
@NullMarked
package io.pinion.routing.merge;

import org.jspecify.annotations.NullMarked;
