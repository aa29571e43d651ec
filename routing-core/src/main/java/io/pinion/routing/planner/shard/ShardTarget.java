package io.pinion.routing.planner.shard;

/**
 * The placement of a statement.
 *
 * @param strategy the way to run it when {@code placement} finds several shards
 */
public record ShardTarget(Placement placement, MultiShardStrategy strategy) {}
