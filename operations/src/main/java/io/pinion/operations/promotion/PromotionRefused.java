package io.pinion.operations.promotion;

import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress.State;

/** A promotion isn't done; the message is for the operator. Thrown and caught inside this package. */
final class PromotionRefused extends Exception {
    private static final long serialVersionUID = 1;

    /** The state in which the servers and the topology are left. */
    private enum Left {
        AS_BEFORE,
        /** As before the promotion, earlier attempts included. */
        CLEAN,
        /** A server is fenced, or statements are held, until the operation is resumed or cancelled. */
        HALF_DONE
    }

    private final Left left;

    private PromotionRefused(String message, Left left) {
        super(message, null, false, false);
        this.left = left;
    }

    /** This attempt has changed nothing. */
    PromotionRefused(String message) {
        this(message, Left.AS_BEFORE);
    }

    static PromotionRefused undone(String message) {
        return new PromotionRefused(message, Left.CLEAN);
    }

    static PromotionRefused halfDone(String message) {
        return new PromotionRefused(message, Left.HALF_DONE);
    }

    /**
     * Requires the lock, before a server is unfenced or that is entered in the journal. Waits a moment while ZooKeeper
     * is away.
     */
    static void unlessHeld(TaskLock lock) throws PromotionRefused {
        if (!lock.isHeldWithin(TaskLock.BRIEFLY)) {
            throw new PromotionRefused("ZooKeeper is away, so that another proxy may work on the pair");
        }
    }

    /** The state of the operation. A resumed one on which this attempt has done nothing can be resumed again. */
    State state(boolean resumed) {
        return switch (left) {
            case AS_BEFORE -> resumed ? State.FAILED : State.CANCELLED;
            case CLEAN -> State.CANCELLED;
            case HALF_DONE -> State.FAILED;
        };
    }
}
