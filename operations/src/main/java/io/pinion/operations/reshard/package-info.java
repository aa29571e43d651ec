/**
 * {@code RESHARD KEYSPACE}: a mod keyspace gets another number of shards, or another hash, while clients use it: {@link
 * io.pinion.operations.reshard.Reshardings}.
 *
 * <p>The new shards have databases of their own beside the old ones, which keep all traffic until the hand-over. Data
 * flows as in an import, by {@link io.pinion.operations.transfer.ImportRows}: the rows of every old shard are copied to
 * the new shards that their keys hash to, the binary log of each pair is followed, every row is compared both ways, and
 * in the hand-over one generation of the topology gives the keyspace its new shards.
 *
 * <p>The one hard thing is that rows of several old shards come together on a new one, and may have one value of a key
 * there that is unique on each shard only. So a carried row takes no other's place: it is rejected, and nothing is
 * handed over as long as there is one.
 */
@NullMarked
package io.pinion.operations.reshard;

import org.jspecify.annotations.NullMarked;
