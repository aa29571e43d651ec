package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Task;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;

/**
 * Unfinished moves of a pair's shards. A forced promotion doesn't wait for their end, and a move that was about to hand
 * over has made the new primary refuse writes to its shards. Blocks.
 */
record UnfinishedMoves(OperationJournal journal) {
    /** The promotion's result with each unfinished move, and the statements that end it, added to what is missing. */
    Promoted toldIn(Promoted promoted, Promotion task) {
        StringBuilder missing = new StringBuilder(promoted.missing());
        try {
            for (Operation other : journal.list()) {
                if (other.task() instanceof Task.Move
                        && other.progress().state().isUnfinished()
                        && other.touches(task)) {
                    missing.append("; ")
                            .append(other.name())
                            .append(" is unfinished, and until its end the pair may refuse writes to its shards: ")
                            .append(other.wayOut());
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
