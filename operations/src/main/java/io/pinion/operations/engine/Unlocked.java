package io.pinion.operations.engine;

import io.pinion.operations.journal.OperationJournal.TaskLock;

/** Stands for the lock where there is nothing to lose, as when an operation is only explained. */
enum Unlocked implements TaskLock {
    INSTANCE;

    @Override
    public boolean isHeld() {
        return true;
    }

    @Override
    public boolean isLost() {
        return false;
    }

    @Override
    public void close() {}
}
