/**
 * One MySQL or MariaDB server as an operator handles it: its accounts, its fence and its replication.
 *
 * <p>{@link io.pinion.operations.server.Dialect} holds the statements that differ between the two products. {@link
 * io.pinion.operations.server.ServerConnection} runs them on one connection, {@link
 * io.pinion.operations.server.ManagedServer} on many, and {@link io.pinion.operations.server.Replication}
 * joins two servers into a pair. The packages below hold SQL texts, values of replication, the fence of single
 * databases, and the health check.
 *
 * <p>The one hard thing is the fence: a server that takes no writes from clients must still take those of its partner.
 *
 * <p>Calls flow from the operations (moves, promotions, …) through the dialect to a server; results come back as values
 * of the packages below.
 */
@NullMarked
package io.pinion.operations.server;

import org.jspecify.annotations.NullMarked;
