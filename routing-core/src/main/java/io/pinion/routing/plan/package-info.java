/**
 * Where a statement goes. The hard thing: a cached plan must equal a fresh one, so values decide only at bind.
 *
 * <p>{@link io.pinion.routing.plan.RoutePlanner} scans the text and looks for a template of its shape. On a hit the
 * template is bound to this statement's values. On a miss {@code StatementPlanning} makes one: {@code WholeRoute} for
 * physical names and databases that aren't sharded, {@code AnyRoute} for statements without tables, and, with the
 * parser's facts, {@code ShardRoute} for logical tables ({@code ShardedPlanning}, with {@code KeyFinder} for the shard
 * and {@code IdRewriting} for ids). Statements of the session and SHOW have no templates. Whatever can't be right ends
 * as {@link io.pinion.routing.plan.RoutePlan.Refused}, worded in {@code Refusals}.
 */
@NullMarked
package io.pinion.routing.plan;

import org.jspecify.annotations.NullMarked;
