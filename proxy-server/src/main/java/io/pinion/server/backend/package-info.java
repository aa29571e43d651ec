/**
 * Connections to servers, and the pools that lend them to sessions.
 *
 * <p>{@link io.pinion.server.backend.BackendConnection} is a first-in-first-out queue of exchanges, because servers
 * answer pipelined commands in order. {@link io.pinion.server.backend.LoopPool} keeps the connections of one event loop
 * to one server; it lives on that loop, so lending needs no lock. The one hard thing: a connection whose state is
 * uncertain is closed and never lent again.
 *
 * <p>One package of thirty files, because a connection, the pool that lends it and the line that waits for it call each
 * other on one event loop: a boundary between them would make their inner steps public.
 */
@NullMarked
package io.pinion.server.backend;

import org.jspecify.annotations.NullMarked;
