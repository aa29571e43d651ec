/**
 * Clients: accepts them, logs them in, and reads their commands one at a time.
 *
 * <p>{@link io.pinion.server.frontend.ClientHandler} turns Netty's callbacks into events of a
 * {@link io.pinion.server.frontend.ClientSession}, which is always in exactly one
 * {@link io.pinion.server.frontend.SessionPhase}. The one hard thing: commands that a client sends ahead of an answer
 * wait here, bounded, so that answers come in the order of the commands.
 */
@NullMarked
package io.pinion.server.frontend;

import org.jspecify.annotations.NullMarked;
