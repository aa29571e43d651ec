/**
 * Opens shards: makes their databases on a pair, compares them with a shard that is open, and then adds the shards to
 * the keyspace.
 *
 * <p>The one hard thing: a change of tables must not miss the new shards, and the new shards must not miss a change
 * that ran while they were made. {@link io.pinion.operations.opening.OpeningRun} shows how the two look for each other,
 * and on the other side the package {@code schema}. The second hard thing: a change of a reference table must not miss
 * the copies on the new shards ({@link io.pinion.operations.opening.CopiesHold}). {@link
 * io.pinion.operations.opening.RequestCheck} decides all that needs no server.
 */
@NullMarked
package io.pinion.operations.opening;

import org.jspecify.annotations.NullMarked;
