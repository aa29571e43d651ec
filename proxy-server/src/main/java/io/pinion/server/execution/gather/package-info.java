/**
 * Statements that need rows of several servers in one place: the rows that they read are copied to temporary tables of
 * one server, which then answers ({@link io.pinion.server.execution.gather.GatherExecution}).
 *
 * <p>The one hard thing: the tables must be dropped when the answer ends, also after any failure.
 */
@NullMarked
package io.pinion.server.execution.gather;

import org.jspecify.annotations.NullMarked;
