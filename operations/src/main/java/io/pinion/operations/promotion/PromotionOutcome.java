package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;
import io.pinion.operations.engine.OperationAnswer;
import io.pinion.operations.engine.OperationOutcome.Done;
import java.time.Duration;

/** The result of a promotion, for the operator. */
public sealed interface PromotionOutcome {
    /** An attempt has come to its end, forth or back; one that is refused throws instead. */
    sealed interface Completed extends PromotionOutcome, OperationAnswer {}

    /**
     * @param pair with its new roles
     * @param pause how long statements were held; zero when an earlier attempt had finished the work
     * @param ended connections to the old primary that were ended, idle ones too
     * @param generation of the topology with the new roles
     * @param missing transactions that the old primary may have acknowledged and the new one lacks, in words; also
     *     unfinished operations on the pair
     */
    record Promoted(Pair pair, Duration pause, int ended, long generation, String missing) implements Completed {
        /** The text for no missing transactions. */
        public static final String NOTHING = "nothing";

        static final String MAY_BE_MISSING = "may be missing: ";

        @Override
        public Done outcome(long operation) {
            return Done.of(operation, generation, missing.equals(NOTHING) ? "" : MAY_BE_MISSING + missing);
        }
    }

    /**
     * An unfinished promotion was cancelled: the old primary takes writes as before.
     *
     * @param generation of the topology without the hold
     * @param note what is left to do for the operator; empty for nothing
     */
    record Undone(long generation, String note) implements Completed {
        @Override
        public Done outcome(long operation) {
            return Done.of(operation, generation, note);
        }
    }

    /** @param reason including the way out */
    record NotPromoted(String reason) implements PromotionOutcome {}
}
