/**
 * Executes plans: {@link io.pinion.server.execution.PlanExecutor} switches on the plan, and {@code single},
 * {@code fanout}, {@code gather}, {@code dml} and {@code load} execute one kind of plan each. {@code commit} ends transactions over
 * pairs, {@code context} is what a session has while it executes, {@code query} asks servers for Pinion itself, {@code answer} has the
 * parts of answers. The session's own statements (SET, BEGIN, COMMIT, PREPARE) are here. The one hard thing: after each error the
 * state of every connection is certain, or the connection is closed.
 *
 * <pre>
 *   PlanExecutor ──▶ load, dml ──▶ gather ──▶ fanout ──▶ commit ──▶ single ──▶ context ──▶ query ──▶ answer
 * </pre>
 *
 * <p>A sub-package uses those to its right and no other. {@link io.pinion.server.execution.context.CurrentExecution}
 * knows the execution in progress, so that no execution knows the executor that created it.
 */
@NullMarked
package io.pinion.server.execution;

import org.jspecify.annotations.NullMarked;
