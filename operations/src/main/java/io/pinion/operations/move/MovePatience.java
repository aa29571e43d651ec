package io.pinion.operations.move;

import java.time.Duration;

/**
 * How long each part of a move may take. While statements are held, all but the first two add up to the longest that a client
 * waits.
 *
 * @param catchUp until the new pair has nearly all that the old one has
 * @param fence for all databases to be fenced on a standby, which is how long clients would wait for the same on the primary
 * @param adoption until every proxy holds statements; one that doesn't meets the fence
 * @param drain until what is under way has ended; what hasn't is ended
 * @param branches until two-phase commits that were under way are finished
 * @param last until the new pair has everything
 */
public record MovePatience(
        Duration catchUp, Duration fence, Duration adoption, Duration drain, Duration branches, Duration last) {
    public static final MovePatience DEFAULT = new MovePatience(
            Duration.ofHours(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(3),
            Duration.ofSeconds(5));
}
