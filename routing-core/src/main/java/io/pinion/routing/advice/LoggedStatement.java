package io.pinion.routing.advice;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A statement that a server has run, as a log tells of it.
 *
 * @param sql in the client's character set; must not be changed
 * @param database the current database; empty when the log doesn't tell it
 * @param connection the number of the connection; empty when the log doesn't tell it
 * @param micros how long it took; 0 when the log doesn't tell it
 */
public record LoggedStatement(byte[] sql, Optional<String> database, OptionalLong connection, long micros) {}
