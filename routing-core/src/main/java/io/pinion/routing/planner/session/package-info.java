/**
 * Statements about the session itself, and the effects of any statement: its needs from its connection and its effects
 * there.
 *
 * <p>The hard thing: while no single connection knows the session's answers, Pinion gives them, so that
 * {@code LAST_INSERT_ID()}, {@code ROW_COUNT()} or SHOW WARNINGS may be answered here, replaced by a literal, or left
 * to the server that ran the previous statement. Tokens come in; a change of the session, or a plan of the statement
 * with the answers in it, goes out.
 */
@NullMarked
package io.pinion.routing.planner.session;

import org.jspecify.annotations.NullMarked;
