/**
 * Queue tables: which states a job may have, and which partitions a table of jobs is to have at a moment.
 *
 * <p>The one hard thing is what {@code RANGE COLUMNS(state, time)} means: partitions are in one order of (state, time), so
 * that a row whose state has no partition of its own lies in the next partition above, whatever that is for. So partitions
 * are known by their bounds and never by their names, and states that nobody has declared get partitions, too.
 *
 * <p>Data flows from a declaration and a time to partitions; nothing here knows a server or a clock.
 */
@NullMarked
package io.pinion.routing.queue;

import org.jspecify.annotations.NullMarked;
