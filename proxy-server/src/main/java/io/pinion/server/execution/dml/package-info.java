/**
 * Changes that read first: a query finds the rows, and statements change each row by its key ({@link
 * io.pinion.server.execution.dml.StepsExecution}).
 *
 * <p>The one hard thing: the client's numbers of rows, warnings and ids must be those of a single statement on one
 * server.
 */
@NullMarked
package io.pinion.server.execution.dml;

import org.jspecify.annotations.NullMarked;
