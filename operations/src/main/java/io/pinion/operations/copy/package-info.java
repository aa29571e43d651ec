/**
 * Copies whole databases from one server to another as they are at one place in the source's binary log.
 *
 * <p>{@link io.pinion.operations.copy.Snapshot} reads them as they were at that place while clients go on writing, and
 * {@link io.pinion.operations.copy.DatabaseCopy} writes them on the target, byte by byte: replication then goes on from
 * the place. The hard thing is exactness: a value must not pass a character set, a time zone or a rounding on its way,
 * so {@link io.pinion.operations.copy.ColumnShape} says for each type how it is read and written; and whatever can't be
 * carried is refused by name before anything is done.
 *
 * <p>{@link io.pinion.operations.copy.TableMirror} is for a single table that clients go on writing: it makes a copy
 * equal by comparing, as often as necessary.
 */
@NullMarked
package io.pinion.operations.copy;

import org.jspecify.annotations.NullMarked;
