/**
 * Changes that read first: which rows they are about is found by a query, and each row is changed by its key ({@link
 * io.pinion.server.execution.dml.StepsExecution}).
 *
 * <p>The one hard thing: what the client is told of rows, warnings and ids must be as if one server had done it at once.
 */
@NullMarked
package io.pinion.server.execution.dml;

import org.jspecify.annotations.NullMarked;
