/**
 * Statements about the session itself, read from tokens: SET, USE, transactions, and which SHOW a statement is.
 *
 * <p>The hard thing is to refuse nothing that a server accepts: what isn't understood is an empty answer or an
 * assignment of kind {@code Other}, and goes to a server as it stands. A parser of SQL would reject many of these.
 */
@NullMarked
package io.pinion.routing.session;

import org.jspecify.annotations.NullMarked;
