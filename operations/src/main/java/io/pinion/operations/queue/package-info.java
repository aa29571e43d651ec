/**
 * Keeps the partitions of queue tables: makes those that are about to be needed, and drops those whose jobs have expired.
 *
 * <p>The one hard thing is to lose no job and to let no client wait, whatever happens in between. A partition that has
 * expired is exchanged for an empty table first, so that its rows can be looked at once more while nobody writes there: those
 * that haven't expired come back. Every statement that needs the table for itself gives up after a moment and is tried again
 * ({@link io.pinion.operations.queue.BriefLocks}), since clients' statements queue up behind it. Nothing is remembered: each
 * pass begins with what the shard has, so that another proxy goes on with what a dead one has left.
 *
 * <p>{@link io.pinion.operations.queue.QueueKeeper} does it all the time on one proxy, without an entry in the journal; {@code
 * ROTATE PARTITIONS} is an operation that does the same once. Both look without a lock, and change a shard during a {@link
 * io.pinion.operations.queue.QueueTurn} only, which goes by the stored topology. Data flows from a shard's partitions and a server's clock to
 * {@link io.pinion.routing.queue.PartitionPlan}, which decides, and back as statements to the shard's primary; its standby
 * gets them by replication.
 */
@NullMarked
package io.pinion.operations.queue;

import org.jspecify.annotations.NullMarked;
