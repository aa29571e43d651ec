/**
 * The way of one text to one server and back, which is the way of most statements: a connection is acquired, told what the session
 * has set, sent the text, and its answer passed on ({@link io.pinion.server.execution.single.ServerStatement}).
 *
 * <p>The one hard thing: what is known of a connection behind its answer decides whether it goes back to the pool, stays with the
 * session, or is closed ({@link io.pinion.server.execution.single.StatementCompletion}).
 */
@NullMarked
package io.pinion.server.execution.single;

import org.jspecify.annotations.NullMarked;
