package io.pinion.operations.journal;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Where operations are written down. Thread-safe; every call may block on I/O within a deadline of its own. Holds the last
 * few hundred operations that have ended, and all that have not.
 */
public interface OperationJournal {
    /** Nobody writes so often in the time of one's own reading and writing. */
    int MOST_ATTEMPTS = 20;

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

    /**
     * Asks whoever runs an operation to end it, however often he writes meanwhile how far he has got.
     *
     * @param still reads it, and throws when there is no use in asking any more
     */
    default <E extends Exception> void askToEnd(StillRunning<E> still) throws E, VersionConflict, StoreUnavailable {
        for (int attempt = 0; ; attempt++) {
            Operation now = still.read();
            try {
                write(now, now.progress().withCancelAsked());
                return;
            } catch (VersionConflict wrote) {
                if (attempt > MOST_ATTEMPTS) {
                    throw wrote;
                }
            }
        }
    }

    /** An operation that somebody runs, as it is now. */
    interface StillRunning<E extends Exception> {
        Operation read() throws E, StoreUnavailable;
    }

    /** Takes out an operation that has changed nothing. */
    void remove(Operation operation) throws StoreUnavailable;

    /** Locks all that a task changes for this process, or nothing: empty when somebody else has a part of it. */
    Optional<TaskLock> lock(Task task) throws StoreUnavailable;

    /** The same, and waits so long for whoever has a part of it. Empty, too, when the thread is interrupted. Blocks. */
    default Optional<TaskLock> lockWithin(Task task, Duration timeout) throws StoreUnavailable {
        long end = System.nanoTime() + timeout.toNanos();
        Optional<TaskLock> lock = lock(task);
        while (lock.isEmpty() && System.nanoTime() - end < 0) {
            if (!slept(TaskLock.AGAIN_MILLIS)) {
                return Optional.empty();
            }
            lock = lock(task);
        }
        return lock;
    }

    /** False when the thread is interrupted. */
    private static boolean slept(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether somebody alive works on what the task changes. */
    boolean isLocked(Task task) throws StoreUnavailable;

    /** Who works on what the task changes, in words and with what to type next, for whoever has got no lock for it. */
    default String holderOf(Task task) throws StoreUnavailable {
        return LockHolder.words(list(), task);
    }

    /** Nobody else changes these tables, or this pair, through Pinion while it is held. It ends with its process. */
    interface TaskLock extends AutoCloseable {
        /** While clients wait: less than they wait for a hold ({@code pool.wait_timeout}), and more than an election takes. */
        Duration BRIEFLY = Duration.ofSeconds(3);

        /** Where giving up would leave clients without a server, or where nobody waits. A session is lost sooner, mostly. */
        Duration PATIENTLY = Duration.ofSeconds(30);

        /** How long the state may be the one of before: {@link #isHeldWithin} looks so often. */
        long LOOK_EVERY_MILLIS = 10;

        /** One that somebody else has is asked for again so often: {@link #lockWithin}. */
        long AGAIN_MILLIS = 100;

        /** False while nobody can be certain of it, and once it is lost: the next step must not be taken. */
        boolean isHeld();

        /** The same, by who gives locks away, where the news that it is lost may come late. Blocks. */
        default boolean isConfirmed() {
            return isHeld();
        }

        /** Somebody else may have it from now on. It never comes back. */
        boolean isLost();

        /**
         * Whether it is held, with patience while nobody can be certain, as when ZooKeeper is away for a moment; none once it
         * is lost. Blocks.
         */
        default boolean isHeldWithin(Duration timeout) {
            return isHeldWithin(timeout, () -> false);
        }

        /** @param unwanted whether there is no use in waiting any more; looked at again and again */
        default boolean isHeldWithin(Duration timeout, BooleanSupplier unwanted) {
            long end = System.nanoTime() + timeout.toNanos();
            while (!isConfirmed()) {
                boolean over = isLost() || System.nanoTime() - end >= 0 || unwanted.getAsBoolean();
                if (over || !slept(LOOK_EVERY_MILLIS)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        void close();
    }
}
