/**
 * The base of all planners: a statement that is being planned, and the template of its shape.
 *
 * <p>The hard thing: a cached plan must equal a fresh one, so values decide only when a
 * {@link io.pinion.routing.template.PlanTemplate} is bound to a {@link io.pinion.routing.template.Request}. A request
 * comes in, a plan goes out; a template that needs another text planned calls
 * {@link io.pinion.routing.template.Replanning}, so that nothing here knows the planner. The two simplest templates are
 * here as well: for statements without tables, and for databases that aren't sharded.
 */
@NullMarked
package io.pinion.routing.template;

import org.jspecify.annotations.NullMarked;
