package io.pinion.server.execution.context;

import io.pinion.routing.catalog.HeldShard;
import io.pinion.routing.plan.RoutePlan;
import org.jspecify.annotations.Nullable;

/**
 * A statement's plan.
 *
 * @param held a shard of the plan that is held; null for none
 */
public record Planned(RoutePlan plan, @Nullable HeldShard held) {}
