package io.pinion.integration.testing;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.operations.journal.Lockable;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A journal as a proxy has it that dies when it has written so many times: the last write is done, and nothing comes
 * behind it.
 */
public final class DyingJournal implements OperationJournal {
    private final OperationJournal journal;
    private final AtomicInteger left;

    public DyingJournal(OperationJournal journal, int writes) {
        this.journal = journal;
        this.left = new AtomicInteger(writes);
    }

    /** Whether it had more to write. */
    public boolean isDead() {
        return left.get() <= 0;
    }

    /** Nothing is written from now on. */
    public void die() {
        left.set(0);
    }

    private void requireAlive() throws StoreUnavailable {
        if (isDead()) {
            throw new StoreUnavailable("this proxy is dead");
        }
    }

    @Override
    public void learn(Class<? extends Task> kind) {
        journal.learn(kind);
    }

    @Override
    public Operation create(Task task, Origin origin, Progress first) throws StoreUnavailable {
        return journal.create(task, origin, first);
    }

    @Override
    public Optional<Operation> read(long number) throws StoreUnavailable {
        requireAlive();
        return journal.read(number);
    }

    @Override
    public List<Long> numbers() throws StoreUnavailable {
        return journal.numbers();
    }

    @Override
    public List<Operation> list() throws StoreUnavailable {
        return journal.list();
    }

    @Override
    public Operation write(Operation seen, Progress next) throws VersionConflict, StoreUnavailable {
        requireAlive();
        Operation written = journal.write(seen, next);
        left.decrementAndGet();
        requireAlive();
        return written;
    }

    @Override
    public void remove(Operation operation) throws StoreUnavailable {
        requireAlive();
        journal.remove(operation);
    }

    @Override
    public Optional<TaskLock> lock(Lockable task) throws StoreUnavailable {
        return journal.lock(task);
    }

    @Override
    public boolean isLocked(Lockable task) throws StoreUnavailable {
        return journal.isLocked(task);
    }
}
