package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyLease;
import java.time.Duration;

/**
 * How long each part of a promotion may take.
 *
 * @param lag until the standby is so close that clients needn't wait long
 * @param adoption until every proxy holds statements; after that the hold is taken back and tried again
 * @param drain until running statements and transactions have ended; after that their connections are ended
 * @param fence until the old primary refuses writes; while a lock delays the fence, all other writers wait
 * @param hold from when every proxy holds statements until the standby has applied everything; by default less than
 *     {@code pool.wait_timeout}, after which clients get errors
 * @param quiet until no proxy uses a primary any more that can't be fenced, even a proxy that is cut off
 */
public record PromotionTimeouts(
        Duration lag, Duration adoption, Duration drain, Duration fence, Duration hold, Duration quiet) {
    public static final PromotionTimeouts DEFAULT = new PromotionTimeouts(
            Duration.ofSeconds(30),
            Duration.ofMillis(800),
            Duration.ofSeconds(2),
            Duration.ofSeconds(1),
            Duration.ofSeconds(4),
            TopologyLease.QUIET);

    /** How long a server may stay silent beyond the time that a step gives it. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    /** How long a server may take for an answer. */
    Duration silence() {
        return lag.plus(SILENCE);
    }
}
