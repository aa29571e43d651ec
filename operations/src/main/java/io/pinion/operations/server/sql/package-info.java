/**
 * Statement texts for servers, and the reading of short results. Nothing here knows an account or an operation.
 *
 * <p>The one hard thing is a view or function that a user puts in the place of a table: a query must not run it with
 * the rights of Pinion's account ({@link io.pinion.operations.server.sql.BaseTables}).
 *
 * <p>Data flows from callers' values and names into SQL text, and from a JDBC result back as plain values.
 */
@NullMarked
package io.pinion.operations.server.sql;

import org.jspecify.annotations.NullMarked;
