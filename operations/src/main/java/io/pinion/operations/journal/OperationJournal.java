package io.pinion.operations.journal;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import java.util.List;
import java.util.Optional;

/**
 * Where operations are written down. Thread-safe; every call may block on I/O within a deadline of its own. Holds the last
 * few hundred operations that have ended, and all that have not.
 */
public interface OperationJournal {
    /** Enters a new operation under the next free number. */
    Operation create(Task task, Origin origin, Progress first) throws StoreUnavailable;

    Optional<Operation> read(long number) throws StoreUnavailable;

    /** In the order of their numbers. */
    List<Operation> list() throws StoreUnavailable;

    /**
     * Writes how far the operation has got, if nobody else has since {@code seen} was read.
     *
     * @return the entry as it is now
     * @throws VersionConflict when somebody has; nothing was written
     */
    Operation write(Operation seen, Progress next) throws VersionConflict, StoreUnavailable;

    /** Takes out an operation that has changed nothing. */
    void remove(Operation operation) throws StoreUnavailable;

    /** Locks all that a task changes for this process, or nothing: empty when somebody else has a part of it. */
    Optional<TaskLock> lock(Task task) throws StoreUnavailable;

    /** Whether somebody alive works on what the task changes. */
    boolean isLocked(Task task) throws StoreUnavailable;

    /** Nobody else changes these tables, or this pair, through Pinion while it is held. It ends with its process. */
    interface TaskLock extends AutoCloseable {
        /** False once nobody can be certain of it any more: the next step must not be taken. */
        boolean isHeld();

        @Override
        void close();
    }
}
