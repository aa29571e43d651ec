package io.pinion.operations.move;

import io.pinion.operations.journal.OperationJournal.TaskLock;
import java.time.Duration;

/** Shards are not moved, or not now; the message is for people. Thrown and caught inside this package. */
final class MoveRefused extends Exception {
    private static final long serialVersionUID = 1;

    /** Whether a cancel was asked for. */
    private final boolean cancelled;

    private MoveRefused(String message, boolean cancelled) {
        super(message, null, false, false);
        this.cancelled = cancelled;
    }

    MoveRefused(String message) {
        this(message, false);
    }

    static MoveRefused cancelled() {
        return new MoveRefused("given up", true);
    }

    /** Call this before work that only the holder of the pairs' locks may do. */
    static void unlessHeld(TaskLock lock) throws MoveRefused {
        unlessHeld(lock, TaskLock.BRIEFLY);
    }

    /** @param timeout for ZooKeeper's return when it is away for a moment */
    static void unlessHeld(TaskLock lock, Duration timeout) throws MoveRefused {
        if (!lock.isHeldWithin(timeout)) {
            throw new MoveRefused("ZooKeeper is away, so that another proxy may work on the pairs");
        }
    }

    boolean isCancelled() {
        return cancelled;
    }
}
