/**
 * The objects that the executions of a session need: its pinned connections, the cluster in the view of its event loop,
 * and the requests to servers ({@link io.pinion.server.execution.context.BackendRequest}) with the place of each ({@link
 * io.pinion.server.execution.context.StatementPlace}).
 *
 * <p>The one hard thing: when the session's next statement comes, a pinned connection may have been reclaimed for
 * another session, may break, or may still have an answer outstanding ({@link
 * io.pinion.server.execution.context.PinnedConnections}).
 */
@NullMarked
package io.pinion.server.execution.context;

import org.jspecify.annotations.NullMarked;
