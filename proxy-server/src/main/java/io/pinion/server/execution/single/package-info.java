/**
 * Runs one text on one server, as most statements need: acquires a connection, sends the session's settings and the
 * text, and passes the answer on ({@link io.pinion.server.execution.single.ServerStatement}).
 *
 * <p>The one hard thing: after an answer, the state of the connection decides whether it returns to the pool, stays
 * with the session, or is closed ({@link io.pinion.server.execution.single.StatementCompletion}).
 */
@NullMarked
package io.pinion.server.execution.single;

import org.jspecify.annotations.NullMarked;
