/**
 * What one client's session is between statements: its settings, its transaction, its database, and why it keeps a
 * connection. No I/O happens here and nothing here knows a connection: execution asks these objects what to send, and
 * tells them what the server answered.
 *
 * <p>The one hard thing: a session runs on many connections, so whatever the client set must be told to each of them
 * before it may run a statement there, and what can't be told keeps the session on the connection that knows it.
 */
@NullMarked
package io.pinion.server.session;

import org.jspecify.annotations.NullMarked;
