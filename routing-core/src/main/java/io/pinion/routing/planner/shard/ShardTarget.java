package io.pinion.routing.planner.shard;

/**
 * Where a statement goes.
 *
 * @param strategy what becomes of it when {@code placement} finds several shards
 */
public record ShardTarget(Placement placement, MultiShardStrategy strategy) {}
