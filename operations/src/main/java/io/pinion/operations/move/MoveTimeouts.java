package io.pinion.operations.move;

import java.time.Duration;

/**
 * The timeouts for the parts of a move.
 *
 * @param catchUp until the new pair has nearly all that the old one has
 * @param fence for fencing all databases on a standby, which takes as long as clients would wait for it on the primary
 * @param proxies until every proxy can be told to hold statements
 * @param adoption until every proxy holds statements; after it the hold is released and tried again later
 * @param turns until no partitions of queues are being made or dropped; no client waits for it
 * @param drain until running statements have ended; after it they are killed
 * @param branches until two-phase commits under way are finished
 * @param hold from the moment that every proxy holds statements until the new pair has everything; less than the
 *     default of {@code pool.wait_timeout}, after which clients get errors, by what {@code adoption} and undoing take
 */
public record MoveTimeouts(
        Duration catchUp,
        Duration fence,
        Duration proxies,
        Duration adoption,
        Duration turns,
        Duration drain,
        Duration branches,
        Duration hold) {
    public static final MoveTimeouts DEFAULT = new MoveTimeouts(
            Duration.ofHours(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(30),
            Duration.ofMillis(800),
            Duration.ofSeconds(30),
            Duration.ofSeconds(2),
            Duration.ofSeconds(3),
            Duration.ofSeconds(3));

    private static final Duration LEAST_WAIT = Duration.ofMillis(100);

    /**
     * A wait during the hold that doesn't go on behind its end, but for a moment.
     *
     * @param end of the hold, by {@link System#nanoTime}
     */
    public static Duration upTo(Duration most, long end) {
        Duration left = Duration.ofNanos(Math.max(LEAST_WAIT.toNanos(), end - System.nanoTime()));
        return left.compareTo(most) < 0 ? left : most;
    }
}
