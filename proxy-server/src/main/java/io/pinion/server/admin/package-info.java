/**
 * The statements for operators, answered on the same port as all others. Those about this proxy, such as {@code EXPLAIN
 * ROUTE}, are one class each; one that asks for an operation is defined beside the operation, and run by {@link
 * io.pinion.server.admin.OperationCommand}.
 *
 * <p>{@link io.pinion.server.admin.AdminCommands} is the list and the only entrance: text in, rows or an error out. A
 * command reads and changes the proxy only through {@link io.pinion.server.admin.ProxyView}. Commands run on the
 * session's event loop, so an answer that takes longer than reading memory is a
 * {@link java.util.concurrent.CompletionStage}: ZooKeeper's list of the other proxies, or the sessions of every event
 * loop.
 *
 * <p>A SHOW is an {@link io.pinion.server.admin.AdminTable}: it declares its columns, and what else knows them follows. Short
 * ones of one kind are methods of one class.
 *
 * <p>One package of more than forty files, because nearly each is a statement, or the rows that a few statements share:
 * all are of one kind, package-private, and reached through the list alone. Packages inside would make them public and
 * leave the list as long as it is.
 *
 * <p>The one hard thing: a statement that changes something answers only when this proxy plans with the change.
 */
@NullMarked
package io.pinion.server.admin;

import org.jspecify.annotations.NullMarked;
