/**
 * What clients send after login: {@link io.pinion.server.frontend.command.CommandDispatcher} switches on the command, one
 * class or method works on each, and {@link io.pinion.server.frontend.command.ClientReplies} writes the answers that
 * Pinion makes itself.
 */
@NullMarked
package io.pinion.server.frontend.command;

import org.jspecify.annotations.NullMarked;
