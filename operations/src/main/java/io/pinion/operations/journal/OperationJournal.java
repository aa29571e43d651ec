package io.pinion.operations.journal;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.operations.journal.Progress.State;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * The record of operations. Thread-safe; every call may block on I/O within a deadline of its own. Keeps the last few
 * hundred operations that have ended, and all that have not.
 */
public interface OperationJournal {
    /** Other writers don't come so often between one reader's reading and writing. */
    int MOST_ATTEMPTS = 20;

    /** Makes a kind of task known, before the journal is asked for operations of that kind. */
    default void learn(Class<? extends Task> kind) {}

    /** Enters a new operation under the next free number. */
    Operation create(Task task, Origin origin, Progress first) throws StoreUnavailable;

    Optional<Operation> read(long number) throws StoreUnavailable;

    /** The numbers of all operations, in order: one question, whatever they are. */
    List<Long> numbers() throws StoreUnavailable;

    /** All operations, in the order of their numbers. */
    List<Operation> list() throws StoreUnavailable;

    /**
     * Writes the progress of an operation that has not changed since {@code seen} was read.
     *
     * @return the entry as it is now
     * @throws VersionConflict when it has changed; nothing was written
     */
    Operation write(Operation seen, Progress next) throws VersionConflict, StoreUnavailable;

    /**
     * Tells the proxy that runs an operation of a wish, such as {@link Progress#withCancelAsked}, however often that proxy
     * writes its progress meanwhile: it reads the wish before its next piece of work.
     *
     * @param still reads the operation, and throws when there is no use in asking any more
     */
    default <E extends Exception> void ask(StillRunning<E> still, UnaryOperator<Progress> wish)
            throws E, VersionConflict, StoreUnavailable {
        for (int attempt = 0; ; attempt++) {
            Operation now = still.read();
            try {
                write(now, wish.apply(now.progress()));
                return;
            } catch (VersionConflict wrote) {
                if (attempt > MOST_ATTEMPTS) {
                    throw wrote;
                }
            }
        }
    }

    /** Reads a running operation as it is now. */
    interface StillRunning<E extends Exception> {
        Operation read() throws E, StoreUnavailable;
    }

    /** Removes an operation that has changed nothing. */
    void remove(Operation operation) throws StoreUnavailable;

    /** Locks all that a task changes for this process, or nothing: empty when another holder has a part of it. */
    Optional<TaskLock> lock(Lockable task) throws StoreUnavailable;

    /** The same, and waits up to the timeout for other holders. Empty, too, when the thread is interrupted. Blocks. */
    default Optional<TaskLock> lockWithin(Lockable task, Duration timeout) throws StoreUnavailable {
        long end = System.nanoTime() + timeout.toNanos();
        Optional<TaskLock> lock = lock(task);
        while (lock.isEmpty() && System.nanoTime() - end < 0) {
            if (!slept(TaskLock.AGAIN_MILLIS)) {
                return Optional.empty();
            }
            // To look disturbs nobody; to lock takes a part of it away from others for a moment.
            lock = isLocked(task) ? Optional.empty() : lock(task);
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

    /** Whether a living proxy works on what the task changes. */
    boolean isLocked(Lockable task) throws StoreUnavailable;

    /** Whether a running operation works on what the task changes, or did when its proxy died. */
    default boolean runsOn(Lockable task) throws StoreUnavailable {
        return touching(list(), task, State.RUNNING).isPresent();
    }

    private static Optional<Operation> touching(List<Operation> operations, Lockable wanted, State state) {
        return operations.stream()
                .filter(operation -> operation.progress().state() == state && operation.touches(wanted))
                .filter(operation -> !operation.progress().isInLine())
                .findFirst();
    }

    /**
     * The holder of what the task changes, in words and with the statements to type next, for a caller that has got no
     * lock.
     */
    default String holderOf(Lockable task) throws StoreUnavailable {
        List<Operation> operations = list();
        return touching(operations, task, State.RUNNING)
                .map(holder ->
                        holder.name() + " runs on proxy " + holder.progress().proxy() + ": " + holder.untilItsEnd())
                .or(() -> touching(operations, task, State.FAILED)
                        .map(holder -> holder.name()
                                + " has broken off, and somebody may be resuming it or giving it up: SHOW OPERATIONS"))
                .orElse("no operation of the journal works on it, but a statement that still looks at its servers"
                        + " (minutes with thousands of databases), a verification, whoever opens a primary or the keeper"
                        + " of queues: try again");
    }

    /**
     * The lock of a task: while it is held, no other operation of Pinion changes these tables, or this pair. It ends
     * with its process.
     */
    interface TaskLock extends AutoCloseable {
        /**
         * The timeout while clients wait: less than they wait for a hold ({@code pool.wait_timeout}), and more than an
         * election takes.
         */
        Duration BRIEFLY = Duration.ofSeconds(3);

        /**
         * The timeout where giving up would leave clients without a server, or where no client waits. A session is
         * mostly lost sooner.
         */
        Duration PATIENTLY = Duration.ofSeconds(30);

        /** The pause between two looks of {@link #isHeldWithin}. */
        long LOOK_EVERY_MILLIS = 10;

        /** The pause between two attempts of {@link #lockWithin}. */
        long AGAIN_MILLIS = 100;

        /**
         * Whether the lock is held for certain. False while that is uncertain, and once it is lost: the next step must
         * not be taken.
         */
        boolean isHeld();

        /** The same, confirmed by the service that grants locks, where the news of a loss may come late. Blocks. */
        default boolean isConfirmed() {
            return isHeld();
        }

        /** Whether another holder may have the lock from now on. A lost lock never comes back. */
        boolean isLost();

        /**
         * Whether the lock is held. Waits while that is uncertain, as when ZooKeeper is away for a moment, but not once
         * it is lost. Blocks.
         */
        default boolean isHeldWithin(Duration timeout) {
            return isHeldWithin(timeout, () -> false);
        }

        /** @param unwanted whether there is no use in waiting any more; asked again and again */
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
