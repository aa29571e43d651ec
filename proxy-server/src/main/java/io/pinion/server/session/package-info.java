/**
 * The state of one client's session between statements: its settings, its transaction, its database, and the reasons
 * why it keeps a connection. This package does no I/O and knows no connection: execution gets from it the statements to
 * send, and reports the servers' answers to it.
 *
 * <p>Only this package changes a session. The end of a statement yields one {@link
 * io.pinion.server.session.StatementEffects}, which {@link io.pinion.server.session.SessionState#apply} applies; the
 * changes that can't wait for such an end are events, a method each of {@code SessionState} and {@link
 * io.pinion.server.session.TransactionState}.
 *
 * <p>The one hard thing: a session runs on many connections. Each of them must receive the client's settings before it
 * may run a statement, and state that can't be replayed pins the session to the connection that has it.
 */
@NullMarked
package io.pinion.server.session;

import org.jspecify.annotations.NullMarked;
