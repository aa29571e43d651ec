/**
 * Statement → plan. The way in is {@link io.pinion.routing.planner.RoutePlanner}; the rooms below don't know it.
 *
 * <p>The text is scanned, and a template of its shape is looked for. On a hit the template is bound to this
 * statement's values. On a miss {@code StatementPlanning} chooses the room that makes one, and puts the guards around
 * it. Statements of the session and SHOW have no templates. The hard thing is what isn't one statement: several in a
 * text, and whether a shard that is held keeps a plan waiting.
 */
@NullMarked
package io.pinion.routing.planner;

import org.jspecify.annotations.NullMarked;
