/**
 * Threads that plan long texts, so that no event loop does. {@link io.pinion.server.planning.PlanningPool} has them, and
 * {@link io.pinion.server.planning.PlanningLine} says which text is next: the users take turns.
 *
 * <p>The hard thing: a text that is no longer wanted, since its client was killed or is gone, or its time is over, must
 * not go on taking a processor. Its thread is interrupted, and planning asks for that all the time
 * ({@link io.pinion.routing.text.lexer.PlanningThread}).
 */
@NullMarked
package io.pinion.server.planning;

import org.jspecify.annotations.NullMarked;
