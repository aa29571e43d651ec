/**
 * The statements for operators, answered on the same port as everything else: {@code SHOW SHARDS}, {@code SHOW ID},
 * {@code EXPLAIN ROUTE} and the others, one class each.
 *
 * <p>{@link io.pinion.server.admin.AdminCommands} is the list and the only door: text in, rows or an error out. A command
 * reads the proxy through {@link io.pinion.server.admin.ProxyView} and changes nothing. It is called on the session's
 * event loop, so whatever takes longer than reading memory comes as a {@link java.util.concurrent.CompletionStage}: asking
 * ZooKeeper for the other proxies, or every event loop for its sessions.
 */
@NullMarked
package io.pinion.server.admin;

import org.jspecify.annotations.NullMarked;
