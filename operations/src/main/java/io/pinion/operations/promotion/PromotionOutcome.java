package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;
import java.time.Duration;

/** What has become of a promotion. */
public sealed interface PromotionOutcome {
    /**
     * @param pair as it is now
     * @param pause for how long statements were held
     * @param ended how many connections of clients the old primary had to end; idle ones of pools for the most part
     * @param generation of the topology that says so
     */
    record Promoted(Pair pair, Duration pause, int ended, long generation) implements PromotionOutcome {}

    /** The primary is the one of before, and takes writes if it did. */
    record NotPromoted(String reason) implements PromotionOutcome {}
}
