/**
 * Statement → plan. The entry is {@link io.pinion.routing.planner.RoutePlanner}; the subpackages don't know it.
 *
 * <p>The text is scanned, and a template of its shape is looked up. On a hit the template is bound to this statement's
 * values. On a miss {@code StatementPlanning} chooses the subpackage that makes one, and wraps it in the guards.
 * Statements of the session and SHOW have no templates. The hard thing is what isn't one statement: several in a text,
 * and the check whether a held shard makes a plan wait.
 */
@NullMarked
package io.pinion.routing.planner;

import org.jspecify.annotations.NullMarked;
