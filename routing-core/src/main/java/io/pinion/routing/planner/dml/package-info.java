/**
 * Changes in two steps: a query finds rows over all shards, and writes follow from them.
 *
 * <p>The hard thing: the rows must not change between the query and the writes, and each write must have the effect of
 * the whole statement. Facts come in, a {@code MultiShardStrategy} of steps goes out; {@code StepsPlanning} makes the
 * plan of it once the values are known. Reference tables, which every shard has a copy of, are changed from here as
 * well.
 */
@NullMarked
package io.pinion.routing.planner.dml;

import org.jspecify.annotations.NullMarked;
