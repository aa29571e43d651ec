/**
 * The shards that a statement's values lead to.
 *
 * <p>The hard thing: a shape has the places of keys, and only a statement has their values. So planning leaves a
 * {@code Placement}, which collects shards in a {@code ShardFinder} once the values are there, and a
 * {@code MultiShardStrategy}, the way to run the statement on several shards. Facts and names come in; placements and
 * the values for a shard's text go out.
 */
@NullMarked
package io.pinion.routing.planner.shard;

import org.jspecify.annotations.NullMarked;
