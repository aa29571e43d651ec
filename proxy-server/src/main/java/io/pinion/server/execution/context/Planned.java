package io.pinion.server.execution.context;

import io.pinion.routing.catalog.HeldShard;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.text.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * A statement's plan.
 *
 * @param held a shard of the plan that is held; null for none
 * @param shape of the text; null for one that isn't counted by its shape, such as a preparation
 */
public record Planned(
        RoutePlan plan, @Nullable HeldShard held, @Nullable Fingerprint shape) {}
