/**
 * Statements about the session itself, read from tokens: SET, USE, transactions, and the kinds of SHOW.
 *
 * <p>The hard thing is to refuse no statement that a server accepts: one that isn't understood gives an empty answer or
 * an assignment of kind {@code Other}, and goes to a server unchanged. A parser of SQL would reject many of these.
 */
@NullMarked
package io.pinion.routing.session;

import org.jspecify.annotations.NullMarked;
