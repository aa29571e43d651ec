/**
 * Which shards a statement's values lead to.
 *
 * <p>The hard thing: where a key stands is known of a shape, and what it is only of a statement. So planning leaves a
 * {@code Placement}, which adds up shards in a {@code ShardFinder} when values come, and a {@code MultiShardStrategy} that says
 * what becomes of the statement when these are several. Facts and names come in; placements and the values for a
 * shard's text go out.
 */
@NullMarked
package io.pinion.routing.planner.shard;

import org.jspecify.annotations.NullMarked;
