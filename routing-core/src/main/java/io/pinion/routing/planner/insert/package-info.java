/**
 * New rows: the places of their keys, numbers of sequences, and the rows of each shard.
 *
 * <p>The hard thing is that each shard gets a shorter list of rows, whose answer must fit the whole list. Facts of an
 * INSERT come in; rows to be placed, and edits that leave each shard its own, go out.
 */
@NullMarked
package io.pinion.routing.planner.insert;

import org.jspecify.annotations.NullMarked;
