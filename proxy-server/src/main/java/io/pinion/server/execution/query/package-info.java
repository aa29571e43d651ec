/**
 * The internal queries to a server between the statements of a session: its transaction status, warnings, last insert
 * id, sql_mode.
 *
 * <p>The one hard thing: such a query must change nothing that the client's next statement could ask for. {@link
 * io.pinion.server.execution.query.InternalQueries} lists them, and {@link
 * io.pinion.server.execution.query.InternalQuery} sends them, and statements about a part of a transaction too.
 */
@NullMarked
package io.pinion.server.execution.query;

import org.jspecify.annotations.NullMarked;
