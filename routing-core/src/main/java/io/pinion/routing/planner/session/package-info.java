/**
 * Statements about the session itself, and what any statement needs of its connection or leaves there.
 *
 * <p>The hard thing: the session's answers are Pinion's while no one connection knows them, so that {@code
 * LAST_INSERT_ID()}, {@code ROW_COUNT()} or SHOW WARNINGS may be answered here, replaced by a literal, or left to the
 * server that ran the statement before. Tokens come in; a change of the session, or a plan of the statement with the
 * answers in it, goes out.
 */
@NullMarked
package io.pinion.routing.planner.session;

import org.jspecify.annotations.NullMarked;
