/**
 * LOAD DATA LOCAL into a sharded keyspace.
 *
 * <p>The hard thing is that rows are placed while the file streams by: the fields to read, and the way to write them,
 * are decided before the first row. A statement comes in; a {@code FileLoad} goes out, which execution feeds row by
 * row.
 */
@NullMarked
package io.pinion.routing.planner.load;

import org.jspecify.annotations.NullMarked;
