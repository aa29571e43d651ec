/**
 * One MySQL or MariaDB server as an operator handles it: its accounts, its fence and its replication.
 *
 * <p>{@link io.pinion.operations.server.Dialect} holds what the two products say differently, {@link
 * io.pinion.operations.server.ManagedServer} is a connection pool that speaks the dialect, and {@link
 * io.pinion.operations.server.Replication} joins two of them into a pair. The hard thing is the fence: a server that
 * takes no writes from clients must still take those of its partner. Texts, values of replication, the fence of
 * databases and the regular look at servers have rooms of their own below.
 */
@NullMarked
package io.pinion.operations.server;

import org.jspecify.annotations.NullMarked;
