/**
 * Statements that need rows of several servers in one place: what they read is copied to temporary tables of one server, which then
 * answers ({@link io.pinion.server.execution.gather.GatherExecution}).
 *
 * <p>The one hard thing: the tables must be gone when the answer is, whatever fails.
 */
@NullMarked
package io.pinion.server.execution.gather;

import org.jspecify.annotations.NullMarked;
