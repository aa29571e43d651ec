/**
 * What Pinion asks a server on its own account, between the statements of a session: whether it is in a transaction, its warnings,
 * its last insert id, its sql_mode.
 *
 * <p>The one hard thing: such a query must change nothing that the client's next statement could ask for. Ours come from
 * {@link io.pinion.server.execution.query.InternalQuery}, statements about a part of a transaction are a {@link
 * io.pinion.server.execution.query.BranchCommand}.
 */
@NullMarked
package io.pinion.server.execution.query;

import org.jspecify.annotations.NullMarked;
