/**
 * Acts on plans: {@link io.pinion.server.execution.PlanExecutor} switches on the plan, and each package below executes one kind. The
 * session's own statements (SET, BEGIN, COMMIT, PREPARE) are here.
 *
 * <pre>
 *   PlanExecutor ──▶ load, dml ──▶ gather ──▶ fanout ──▶ commit ──▶ single ──▶ context ──▶ query ──▶ answer
 * </pre>
 *
 * <p>A room uses those to its right and no other; what runs at the moment is {@link
 * io.pinion.server.execution.single.CurrentExecution}'s to know, so that no execution knows the executor that made it.
 */
@NullMarked
package io.pinion.server.execution;

import org.jspecify.annotations.NullMarked;
