/**
 * LOAD DATA LOCAL into a sharded keyspace.
 *
 * <p>The hard thing is that rows are placed while the file streams by: which fields must be read, and what is written
 * of them, is decided before the first. A statement comes in; a {@code FileLoad} goes out, which execution feeds row
 * by row.
 */
@NullMarked
package io.pinion.routing.planner.load;

import org.jspecify.annotations.NullMarked;
