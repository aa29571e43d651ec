/**
 * {@code LOAD DATA LOCAL INFILE}: what the statement says of its file, and where the rows of that file begin and end.
 *
 * <p>The hard thing is to find the same rows and fields as the servers do that read them again later, whatever bytes come:
 * {@link io.pinion.routing.load.FileRows} follows the readers of MySQL 9.7 and MariaDB 11.4 ({@code READ_INFO} in {@code
 * sql_load.cc}) byte by byte, and gives up on a file where those two could differ.
 *
 * <p>Statement → {@link io.pinion.routing.load.LoadReader} → {@link io.pinion.routing.load.LoadFacts}, planned in {@code
 * planner.load}; the file's bytes → {@link io.pinion.routing.load.FileRows} → rows, each with the fields that place it.
 */
@NullMarked
package io.pinion.routing.load;

import org.jspecify.annotations.NullMarked;
