package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyLease;
import java.time.Duration;

/**
 * How long each part of a promotion may take.
 *
 * @param lag until the standby is so close that clients needn't wait long
 * @param adoption until every proxy holds statements; then it is tried again later
 * @param drain until what is under way has ended; what hasn't is ended
 * @param fence until the old primary refuses writes; a lock that keeps it from that keeps all other writers waiting
 * @param hold from when every proxy holds statements until the standby has everything; less than {@code
 *     pool.wait_timeout} by     default, behind which clients get errors
 * @param quiet until no proxy uses a primary any more that nobody can fence, whether the proxy can be asked or not
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
}
