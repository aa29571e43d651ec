package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Task;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;

/**
 * Moves of a pair's shards that have broken off. A promotion by force doesn't wait for their end, and one that was
 * about to hand over has let the new primary refuse writes to its shards. Blocks.
 */
record UnfinishedMoves(OperationJournal journal) {
    /** The same, with each of them and what to type behind what may be missing. */
    Promoted toldIn(Promoted promoted, Promotion task) {
        StringBuilder missing = new StringBuilder(promoted.missing());
        try {
            for (Operation other : journal.list()) {
                if (other.task() instanceof Task.Move
                        && other.progress().state().isUnfinished()
                        && other.touches(task)) {
                    missing.append("; ")
                            .append(other.name())
                            .append(
                                    " is unfinished, and until its end the pair may refuse writes to its shards: CANCEL OPERATION ")
                            .append(other.number())
                            .append(" gives it up, RESUME OPERATION ")
                            .append(other.number())
                            .append(" goes on with it");
                }
            }
        } catch (StoreUnavailable e) {
            missing.append("; whether a move of its shards is unfinished isn't known (SHOW OPERATIONS): ")
                    .append(e.getMessage());
        }
        return new Promoted(
                promoted.pair(), promoted.pause(), promoted.ended(), promoted.generation(), missing.toString());
    }
}
