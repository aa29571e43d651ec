package io.pinion.operations.move;

import java.time.Duration;

/**
 * How long each part of a move may take.
 *
 * @param catchUp until the new pair has nearly all that the old one has
 * @param fence for all databases to be fenced on a standby, which is how long clients would wait for the same on the primary
 * @param proxies until every proxy can be told to hold statements
 * @param adoption until every proxy holds statements; then it is tried again later
 * @param drain until what is under way has ended; what hasn't is ended
 * @param branches until two-phase commits that were under way are finished
 * @param hold from when every proxy holds statements until the new pair has everything; less than {@code pool.wait_timeout} by
 *     default, behind which clients get errors
 */
public record MoveTimeouts(
        Duration catchUp,
        Duration fence,
        Duration proxies,
        Duration adoption,
        Duration drain,
        Duration branches,
        Duration hold) {
    public static final MoveTimeouts DEFAULT = new MoveTimeouts(
            Duration.ofHours(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(30),
            Duration.ofMillis(800),
            Duration.ofSeconds(2),
            Duration.ofSeconds(3),
            Duration.ofSeconds(4));
}
