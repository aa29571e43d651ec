/**
 * Reads a server's binary log for the keys of the rows that change in some databases.
 *
 * <p>Data flows from the server's replication stream, through {@link io.pinion.operations.transfer.binlog.LogEvents},
 * which follows transactions, and {@link io.pinion.operations.transfer.binlog.RowImages}, which finds the key columns
 * of each row, into a bounded queue of {@link io.pinion.operations.transfer.binlog.LogItem}.
 *
 * <p>The one hard thing is when a change can be seen: both products send a transaction before its commit is over, and
 * one in two phases long before it. So a place is passed on with what its reader has to wait for.
 */
@NullMarked
package io.pinion.operations.transfer.binlog;

import org.jspecify.annotations.NullMarked;
