package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;
import java.time.Duration;

/** What an operator is told of a promotion. */
public sealed interface PromotionOutcome {
    /**
     * @param pair as it is now
     * @param pause for which statements were held; zero when somebody else had done it before
     * @param ended connections to the old primary that were ended, idle ones too
     * @param generation of the topology that says so
     * @param missing what the old primary may have acknowledged and the new one hasn't, in words; and operations on the
     *     pair     that are left for somebody to end
     */
    record Promoted(Pair pair, Duration pause, int ended, long generation, String missing) implements PromotionOutcome {
        /** What is missing when nothing is. */
        public static final String NOTHING = "nothing";
    }

    /**
     * A promotion that had broken off was given up: the old primary takes writes as before.
     *
     * @param generation of the topology that says so
     * @param note what somebody should see to; empty for nothing
     */
    record Undone(long generation, String note) implements PromotionOutcome {}

    /** @param reason with what to do */
    record NotPromoted(String reason) implements PromotionOutcome {}
}
