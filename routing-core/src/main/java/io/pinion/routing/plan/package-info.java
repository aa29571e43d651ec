/**
 * Plans: the destinations of statements, and the session as planning sees it. Data, which imports no planner.
 *
 * <p>The hard thing: a plan must hold everything that execution needs and nothing that is still undecided, so that it
 * can be kept, explained and tested. Every alternative is a record of {@link io.pinion.routing.plan.RoutePlan}; the
 * text to send is a {@link io.pinion.routing.plan.StatementText}. A statement that can't be answered correctly ends as
 * {@link io.pinion.routing.plan.RoutePlan.Refused}, worded in {@link io.pinion.routing.plan.Refusals}, and every plan
 * is explained in {@link io.pinion.routing.plan.PlanText}. The planner's packages make these values, and execution
 * consumes them.
 */
@NullMarked
package io.pinion.routing.plan;

import org.jspecify.annotations.NullMarked;
