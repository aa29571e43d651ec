/**
 * Compares shards on the two servers of a pair, row by row, at one place in the primary's binary log.
 *
 * <p>{@link io.pinion.operations.verify.ConsistentSnapshot} brings both to that place: the standby applies up to it, a
 * transaction begins to read there, and the standby goes on, all within milliseconds. {@link
 * io.pinion.operations.verify.TableComparison} then sums up the rows of both transactions, some thousands at a time,
 * while clients and replication go on. Data flows one way: from servers to a verdict; nothing is changed on any of
 * them.
 */
@NullMarked
package io.pinion.operations.verify;

import org.jspecify.annotations.NullMarked;
