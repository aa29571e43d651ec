/**
 * Copies whole databases from one server to another as of one position in the source's binary log.
 *
 * <p>Data flows from source to target: {@link io.pinion.operations.copy.Snapshot} reads the databases as they were at
 * that position while clients go on writing, and {@link io.pinion.operations.copy.DatabaseCopy} writes them on the
 * target, byte by byte, so that replication can go on from the position.
 *
 * <p>The one hard thing is exactness: a value must not pass a character set, a time zone or a rounding on its way. So
 * {@link io.pinion.operations.copy.ColumnShape} defines for each type how it is read and written, and what can't be
 * copied exactly is refused by name before the copy begins.
 */
@NullMarked
package io.pinion.operations.copy;

import org.jspecify.annotations.NullMarked;
