/**
 * Carries the rows of one database into the shards of a keyspace, and back, while clients go on writing.
 *
 * <p>Data flows from a place in the source's binary log: {@link io.pinion.operations.transfer.rows.RowsCopy} copies
 * every table in parts, each as of its own moment, and then {@link io.pinion.operations.transfer.rows.Following} reads
 * from that place on which rows have changed, reads those again, and writes what it finds. So all work may be repeated
 * in whatever state it was left. {@link io.pinion.operations.transfer.rows.ImportComparison} compares every row.
 *
 * <p>The one hard thing is that a row is read when its change can be seen, and that each step writes what is the
 * newest: a row that is replaced, or deleted, wrongly has a change of its own that still comes.
 */
@NullMarked
package io.pinion.operations.transfer.rows;

import org.jspecify.annotations.NullMarked;
