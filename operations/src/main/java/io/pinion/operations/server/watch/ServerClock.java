package io.pinion.operations.server.watch;

import io.pinion.operations.server.sql.Answers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What a server's clock has shown. Clocks are compared by the time that went by where they were asked, so that neither
 * the clock there nor a time zone matters.
 *
 * @param asked when that was, by {@link System#nanoTime}: in the middle of the question
 * @param uncertainty by how much {@code asked} may be wrong, to either side: half of what the answer took
 */
public record ServerClock(Instant shown, long asked, Duration uncertainty) {
    /** NTP keeps servers far closer; and what clients write has whole seconds, mostly. */
    private static final Duration CLOSE = Duration.ofSeconds(2);

    /** The time of day at which the statement begins, in UTC: in a time zone, an hour comes twice in a year. */
    private static final String QUESTION = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

    static ServerClock read(Connection connection) throws SQLException {
        long begun = System.nanoTime();
        long micros = Long.parseLong(Answers.single(connection, QUESTION));
        long half = (System.nanoTime() - begun) / 2;
        return new ServerClock(Instant.EPOCH.plus(micros, ChronoUnit.MICROS), begun + half, Duration.ofNanos(half));
    }

    /** How far the other one is from it, to whole seconds; empty when that may be as little as it should. */
    Optional<Duration> apartFrom(ServerClock other) {
        Duration passed = Duration.ofNanos(asked - other.asked);
        Duration apart = Duration.between(other.shown, shown).minus(passed).abs();
        return apart.minus(uncertainty).minus(other.uncertainty).compareTo(CLOSE) > 0
                ? Optional.of(Duration.ofSeconds(apart.plusMillis(500).toSeconds()))
                : Optional.empty();
    }
}
