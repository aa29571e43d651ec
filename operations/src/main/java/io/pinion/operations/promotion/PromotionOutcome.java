package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;
import java.time.Duration;

/** The result of a promotion, for the operator. */
public sealed interface PromotionOutcome {
    /**
     * @param pair with its new roles
     * @param pause how long statements were held; zero when an earlier attempt had finished the work
     * @param ended connections to the old primary that were ended, idle ones too
     * @param generation of the topology with the new roles
     * @param missing transactions that the old primary may have acknowledged and the new one lacks, in words; also
     *     unfinished operations on the pair
     */
    record Promoted(Pair pair, Duration pause, int ended, long generation, String missing) implements PromotionOutcome {
        /** The text for no missing transactions. */
        public static final String NOTHING = "nothing";
    }

    /**
     * An unfinished promotion was cancelled: the old primary takes writes as before.
     *
     * @param generation of the topology without the hold
     * @param note what is left to do for the operator; empty for nothing
     */
    record Undone(long generation, String note) implements PromotionOutcome {}

    /** @param reason including the way out */
    record NotPromoted(String reason) implements PromotionOutcome {}
}
