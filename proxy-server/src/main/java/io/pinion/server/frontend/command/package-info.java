/**
 * The commands that clients send after login: {@link io.pinion.server.frontend.command.CommandDispatcher} switches on
 * the command, one class or method handles each, and {@link io.pinion.server.frontend.command.ClientReplies} writes
 * Pinion's own answers.
 */
@NullMarked
package io.pinion.server.frontend.command;

import org.jspecify.annotations.NullMarked;
