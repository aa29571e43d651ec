/**
 * Makes a queue of a table that is there already, while clients use it: {@code CONVERT TABLE}. Servers partition a table
 * by copying it whole, and let nobody write meanwhile.
 *
 * <p>On one shard after the other, {@link io.pinion.operations.queue.conversion.ShardConversion} makes a second table with
 * the keys and partitions of a queue, lets triggers note the key of each row that clients change, copies the rows, takes
 * the changed ones over again and again, compares every row both ways, and puts the second table in the first one's place
 * by one RENAME.
 *
 * <p>The hard thing is that no client may wait or fail for the copy. Copying and taking over read without locks, and no
 * client's statement ever touches a row that they write: triggers only append to a table of changes
 * ({@link io.pinion.operations.queue.conversion.ChangeReplay}). Only the last moment needs the table for itself, and gives
 * up when others have it ({@link io.pinion.operations.queue.conversion.TableSwitch}). What an attempt leaves is dropped,
 * and the shard begun anew; a shard whose table was switched is done.
 */
@NullMarked
package io.pinion.operations.queue.conversion;

import org.jspecify.annotations.NullMarked;
