/**
 * The servers of each pair as this proxy sees them. The reports of the server watch are checked and logged, a restarted
 * primary takes writes again, and a dead one is reported and, where that is switched on, replaced. All of it runs on
 * threads that may block; sessions get the outcome as a new catalog. The promotion itself is in
 * {@code io.pinion.operations.promotion}.
 */
@NullMarked
package io.pinion.server.pairs;

import org.jspecify.annotations.NullMarked;
