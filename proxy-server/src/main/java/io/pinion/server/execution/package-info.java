/**
 * Executes plans: {@link io.pinion.server.execution.PlanExecutor} switches on the plan, and each sub-package executes
 * one kind of plan. The session's own statements (SET, BEGIN, COMMIT, PREPARE) are here.
 *
 * <pre>
 *   PlanExecutor ──▶ load, dml ──▶ gather ──▶ fanout ──▶ commit ──▶ single ──▶ context ──▶ query ──▶ answer
 * </pre>
 *
 * <p>A sub-package uses those to its right and no other. {@link io.pinion.server.execution.single.CurrentExecution}
 * knows the execution in progress, so that no execution knows the executor that created it.
 */
@NullMarked
package io.pinion.server.execution;

import org.jspecify.annotations.NullMarked;
