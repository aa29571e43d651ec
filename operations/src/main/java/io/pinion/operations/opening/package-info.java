/**
 * Opens shards: their databases are made on a pair, compared with a shard that is open, and then the keyspace has them.
 *
 * <p>The one hard thing: a change of tables must not miss the new shards, nor they a change that ran while they were made. How
 * the two look for each other is in {@link io.pinion.operations.opening.OpeningRun}, and on the other side in the package
 * {@code schema}. The other: a change of a reference table must not miss the copies on them ({@link
 * io.pinion.operations.opening.CopiesHold}). What is decided without a server is in {@link io.pinion.operations.opening.RequestCheck}.
 */
@NullMarked
package io.pinion.operations.opening;

import org.jspecify.annotations.NullMarked;
