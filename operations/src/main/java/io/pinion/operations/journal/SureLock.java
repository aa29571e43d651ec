package io.pinion.operations.journal;

import io.pinion.operations.journal.OperationJournal.TaskLock;

/** A lock that nobody can lose: this process's own, or none where there is nothing to lose. */
public record SureLock(Runnable release) implements TaskLock {
    /** Where nothing is locked, as when an operation is only explained. */
    public static final TaskLock NONE = new SureLock(() -> {});

    @Override
    public boolean isHeld() {
        return true;
    }

    @Override
    public boolean isLost() {
        return false;
    }

    @Override
    public void close() {
        release.run();
    }
}
