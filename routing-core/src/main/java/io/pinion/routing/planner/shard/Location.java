package io.pinion.routing.planner.shard;

/**
 * Where a statement goes.
 *
 * @param spread what becomes of it when {@code placement} finds several shards
 */
public record Location(Placement placement, Spread spread) {}
