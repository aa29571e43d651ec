package io.pinion.routing.plan;

/**
 * Where a statement goes.
 *
 * @param spread what becomes of it when {@code placement} finds several shards
 */
record Location(Placement placement, Spread spread) {}
