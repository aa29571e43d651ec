/**
 * The commands that clients send after login: {@link io.pinion.server.frontend.command.CommandDispatcher} switches on
 * the command, one class or method handles each, and {@link io.pinion.server.frontend.command.ClientReplies} writes
 * Pinion's own answers. The one hard thing: {@link io.pinion.server.frontend.command.StatementRunner} lets a statement wait for what
 * planning needs (an unknown sql_mode, an id, a held shard), and plans it anew under each topology that comes meanwhile.
 */
@NullMarked
package io.pinion.server.frontend.command;

import org.jspecify.annotations.NullMarked;
