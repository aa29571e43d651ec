/**
 * What the executions of a session work with: its pinned connections, the cluster as its event loop sees it, and what is asked of a
 * server ({@link io.pinion.server.execution.context.BackendRequest}).
 *
 * <p>The one hard thing: a pinned connection may be called in by others, break, or still owe an answer when the session's next
 * statement comes ({@link io.pinion.server.execution.context.PinnedConnections}).
 */
@NullMarked
package io.pinion.server.execution.context;

import org.jspecify.annotations.NullMarked;
