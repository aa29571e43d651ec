/**
 * Changes in two steps: a query finds rows over all shards, and what is written follows from them.
 *
 * <p>The hard thing: the rows must still be what was found when they are written, and each change must do what the
 * whole statement would have done. Facts come in, a {@code MultiShardStrategy} of steps goes out; {@code StepsPlanning} makes the
 * plan of it when values are there. Reference tables, which every shard has a copy of, are changed from here as well.
 */
@NullMarked
package io.pinion.routing.planner.dml;

import org.jspecify.annotations.NullMarked;
