/**
 * Statements on the logical tables of a sharded keyspace: facts → template.
 *
 * <p>The hard thing is to prove that shards can each do their part: {@code ShardTargeting} looks for a table that all
 * others follow, {@code MergePlanning} for a way to make one result of their rows. Where there is none, rows are
 * gathered, or found first and then written; where that isn't right either, the statement is refused with the reason.
 * {@code ShardedPlanning} comes first, and its {@code ShardRoute} decides by values.
 */
@NullMarked
package io.pinion.routing.planner.keyspace;

import org.jspecify.annotations.NullMarked;
