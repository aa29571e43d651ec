/**
 * New rows: where their keys stand, numbers of sequences, and the rows of each shard.
 *
 * <p>The hard thing is that each shard gets a shorter list of rows, and must say of them what one server would have
 * said of the whole. Facts of an INSERT come in; rows to be placed, and edits that leave each shard its own, go out.
 */
@NullMarked
package io.pinion.routing.planner.insert;

import org.jspecify.annotations.NullMarked;
