package io.pinion.routing.advice;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A statement that a server has run, as a log tells of it.
 *
 * @param sql in the client's character set; must not be changed
 * @param database the current database; empty when the log doesn't tell it
 * @param connection the number of the connection; empty when the log doesn't tell it
 * @param count how often it ran: more than 1 for a line of a summary
 * @param micros how long all of them took; 0 when the log doesn't tell it
 * @param normalized a digest, with {@code ?} in place of values and {@code (...)} in place of lists
 */
public record LoggedStatement(
        byte[] sql, Optional<String> database, OptionalLong connection, long count, long micros, boolean normalized) {
    /** One run of a statement. */
    public static LoggedStatement of(byte[] sql, Optional<String> database, OptionalLong connection, long micros) {
        return new LoggedStatement(sql, database, connection, 1, micros, false);
    }
}
