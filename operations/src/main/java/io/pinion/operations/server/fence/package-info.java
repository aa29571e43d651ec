/**
 * The fence of some databases on a server while a move hands them over: clients' writes to them are refused, writes to
 * all others go on. MySQL has read-only databases for that, and MariaDB gets triggers.
 *
 * <p>The one hard thing is a statement that already runs when the fence is raised: it must end, or be ended, before the
 * last position is read.
 *
 * <p>Calls flow from the package {@code move} to one server at a time; nothing of the fence is replicated.
 */
@NullMarked
package io.pinion.operations.server.fence;

import org.jspecify.annotations.NullMarked;
