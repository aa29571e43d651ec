/**
 * Opens shards. Data flows from an open shard, the reference, to the new ones: {@link
 * io.pinion.operations.opening.OpeningAttempt} creates their databases on a pair, compares them with the reference,
 * copies the reference tables, and then adds the shards to the keyspace in the topology. {@link
 * io.pinion.operations.opening.RequestCheck} and {@link io.pinion.operations.opening.ShardsInTopology} decide all that
 * needs no server.
 *
 * <p>The one hard thing: a change of tables must not miss the new shards, and the new shards must not miss a change
 * that ran while they were made. {@link io.pinion.operations.opening.OpeningAttempt} and the package {@code schema} each
 * write the journal before they read it, so that at least one sees the other. The same holds for changes of rows in
 * reference tables, which statements must wait for ({@link io.pinion.operations.opening.CopiesHold}).
 */
@NullMarked
package io.pinion.operations.opening;

import org.jspecify.annotations.NullMarked;
