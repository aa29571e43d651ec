/**
 * Compares shards on the two servers of a pair, row by row, at one position of the primary's binary log.
 *
 * <p>The one hard thing is to read both servers at that position while clients and replication go on. {@link
 * io.pinion.operations.verify.ConsistentSnapshot} lets the standby apply up to the position, opens a transaction on it,
 * and lets it go on, all within milliseconds. {@link io.pinion.operations.verify.DatabaseComparison} then compares
 * checksums of the rows in both transactions, some thousands at a time.
 *
 * <p>{@link io.pinion.operations.verify.StandbySnapshot} reads a standby alone at one place, for whoever carries its rows
 * elsewhere.
 *
 * <p>Data flows one way: from servers to a verdict; nothing is changed on any of them.
 */
@NullMarked
package io.pinion.operations.verify;

import org.jspecify.annotations.NullMarked;
