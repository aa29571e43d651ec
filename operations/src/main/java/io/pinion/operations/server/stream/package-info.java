/**
 * Rows of long answers, read from the socket of a connection without the driver: Connector/J logs in and sends the
 * query, and then makes several objects of each value, which costs more than all that is done with the rows.
 *
 * <p>The one hard thing is that the driver goes on with the connection behind the last row: so much is read as belongs
 * to the answer, and where that can't be known any more the connection is closed.
 */
@NullMarked
package io.pinion.operations.server.stream;

import org.jspecify.annotations.NullMarked;
