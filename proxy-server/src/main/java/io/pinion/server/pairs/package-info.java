/**
 * The servers of each pair as this proxy finds them: what the watch of servers says is checked and told, a primary that came back takes
 * writes again, a dead one is stated and, where that is switched on, replaced. All of it runs on threads that may block; sessions see
 * the outcome as a new catalog. The promotion itself is {@code io.pinion.operations.promotion}'s.
 */
@NullMarked
package io.pinion.server.pairs;

import org.jspecify.annotations.NullMarked;
