/**
 * Where a statement goes: what planning says, and what it is told of a session. Data, which imports no planner.
 *
 * <p>The hard thing: a plan must hold all that execution will need and nothing that is still being decided, so that it
 * can be kept, explained and tested as it stands. Every alternative is a record of {@link
 * io.pinion.routing.plan.RoutePlan}; what the text becomes is a {@link io.pinion.routing.plan.StatementText}. What
 * can't be right ends as {@link io.pinion.routing.plan.RoutePlan.Refused}, worded in {@link
 * io.pinion.routing.plan.Refusals}, and every plan is explained in {@link io.pinion.routing.plan.PlanText}. The
 * planner's rooms make these values, and execution consumes them.
 */
@NullMarked
package io.pinion.routing.plan;

import org.jspecify.annotations.NullMarked;
