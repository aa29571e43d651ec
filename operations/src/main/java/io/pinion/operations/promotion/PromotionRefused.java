package io.pinion.operations.promotion;

import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress.State;

/** A promotion isn't done; the message is for people. Thrown and caught inside this package. */
final class PromotionRefused extends Exception {
    private static final long serialVersionUID = 1;

    /** How the servers and the topology are left. */
    private enum Left {
        AS_BEFORE,
        /** As before the promotion, whoever began it. */
        CLEAN,
        /** A server is fenced, or statements are held, until somebody goes on with it. */
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

    /** Before a server is opened, or what opens it is written down. Waits a moment while ZooKeeper is away. */
    static void unlessHeld(TaskLock lock) throws PromotionRefused {
        if (!lock.isHeldWithin(TaskLock.BRIEFLY)) {
            throw new PromotionRefused("ZooKeeper is away, so that another proxy may work on the pair");
        }
    }

    /**
     * What has become of the operation; one that was begun before, and on which nothing was done, can still be resumed.
     */
    State state(boolean resumed) {
        return switch (left) {
            case AS_BEFORE -> resumed ? State.FAILED : State.CANCELLED;
            case CLEAN -> State.CANCELLED;
            case HALF_DONE -> State.FAILED;
        };
    }
}
