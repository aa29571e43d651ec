/**
 * {@code LOAD DATA LOCAL INFILE}: the statement's description of its file, and the rows of that file.
 *
 * <p>The hard thing is to find the same rows and fields in any bytes as the servers that read them again later:
 * {@link io.pinion.routing.load.FileRows} follows the readers of MySQL 9.7 and MariaDB 11.4 ({@code READ_INFO} in
 * {@code sql_load.cc}) byte by byte, and gives up on a file where those two could differ.
 *
 * <p>Statement → {@link io.pinion.routing.load.LoadReader} → {@link io.pinion.routing.load.LoadFacts}, planned in
 * {@code planner.load}; the file's bytes → {@link io.pinion.routing.load.FileRows} → rows, each with the fields that
 * place it.
 */
@NullMarked
package io.pinion.routing.load;

import org.jspecify.annotations.NullMarked;
