/**
 * Gives a pair another standby; whoever else gives a pair a standby uses {@link
 * io.pinion.operations.standby.NewStandby}. Data flows from the primary: an empty server gets a copy of all the pair's
 * databases as of one position, replicates from there, and is compared with the primary; then it replaces the standby
 * in the topology.
 *
 * <p>The one hard thing is to start over after any failure without ever dropping a database that this operation hasn't
 * created itself.
 */
@NullMarked
package io.pinion.operations.standby;

import org.jspecify.annotations.NullMarked;
