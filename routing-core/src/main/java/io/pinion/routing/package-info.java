/**
 * Turns SQL text into a plan, without a socket, a clock or a thread.
 *
 * <p>A statement flows {@code text} (one pass over its bytes) → {@code planner} (cache hit: binds the values into a template;
 * miss: {@code analysis} reads it and {@code rewrite} prepares the edits) → a {@link io.pinion.routing.plan.RoutePlan}.
 */
@NullMarked
package io.pinion.routing;

import org.jspecify.annotations.NullMarked;
