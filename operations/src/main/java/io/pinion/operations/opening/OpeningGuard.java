package io.pinion.operations.opening;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Checks that an opening may go on: no other operation needs its shards, tables or pair. Blocks. */
final class OpeningGuard {
    private static final long LOOK_EVERY_MILLIS = 50;
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

    private final Task.Opening task;
    private final OpeningEntry entry;
    private final TaskLock lock;
    private final OperationJournal journal;
    private final BooleanSupplier stopAsked;

    /** @param stopAsked whether this proxy is stopping */
    OpeningGuard(
            Task.Opening task, OpeningEntry entry, TaskLock lock, OperationJournal journal, BooleanSupplier stopAsked) {
        this.task = task;
        this.entry = entry;
        this.lock = lock;
        this.journal = journal;
        this.stopAsked = stopAsked;
    }

    /** The check before each step. */
    void requireMayGoOn() throws OpeningRefused, Cancelled {
        if (entry.cancelAsked()) {
            throw new Cancelled();
        }
        if (stopAsked.getAsBoolean()) {
            throw new OpeningRefused("the proxy is stopping");
        }
        // ZooKeeper may be away for a moment, as during an election.
        if (!lock.isHeldWithin(LOCK_TIMEOUT, stopAsked)) {
            throw new OpeningRefused(
                    "ZooKeeper is away, so that another proxy may work on the shards of " + task.keyspace());
        }
    }

    /** An unfinished change of tables on all shards of the keyspace. */
    private Optional<Operation> unfinishedChange() throws OpeningRefused {
        return unfinished(
                journal,
                operation -> operation.task() instanceof Task.TableChange
                        && operation.task().keyspace().equals(task.keyspace()));
    }

    /** Waits until no change of tables is unfinished; refused when the time runs out or a change has failed. */
    void awaitChanges(Duration timeout) throws OpeningRefused, Cancelled {
        Optional<Operation> change = stillUnfinished(timeout);
        if (change.isPresent()) {
            throw unfinished(change.get());
        }
    }

    /** Waits as {@link #awaitChanges}, and returns the change that is left; empty when all have ended. */
    Optional<Operation> stillUnfinished(Duration timeout) throws OpeningRefused, Cancelled {
        long end = System.nanoTime() + timeout.toNanos();
        Optional<Operation> change = unfinishedChange();
        while (change.isPresent()
                && System.nanoTime() < end
                && change.get().progress().state() != State.FAILED) {
            requireMayGoOn();
            sleep();
            change = unfinishedChange();
        }
        return change;
    }

    /**
     * Waits until no move holds statements for shards of the keyspace. An opening and a move each write the journal
     * before they read it, so at least one of them sees the other.
     */
    void awaitNoHandOver(Duration timeout) throws OpeningRefused, Cancelled {
        long end = System.nanoTime() + timeout.toNanos();
        Optional<Operation> move = handOver();
        while (move.isPresent()) {
            if (System.nanoTime() > end) {
                throw unfinished(move.get());
            }
            requireMayGoOn();
            sleep();
            move = handOver();
        }
    }

    private Optional<Operation> handOver() throws OpeningRefused {
        return unfinished(
                journal, operation -> operation.task() instanceof Task.Move && operation.isPublishing(task.keyspace()));
    }

    /** Refuses while a promotion of the pair is unfinished, since its servers change roles. */
    static void requireNoPromotion(OperationJournal journal, String pair) throws OpeningRefused {
        Optional<Operation> promotion = unfinished(
                journal,
                operation -> operation.task() instanceof Task.Promotion of
                        && of.pair().equals(pair));
        if (promotion.isPresent()) {
            throw unfinished(promotion.get());
        }
    }

    /**
     * Refuses if a change of tables has failed, since an operator must resume or cancel it. A running one may end in
     * time.
     */
    static void requireNoFailedChange(OperationJournal journal, String keyspace) throws OpeningRefused {
        Optional<Operation> failed = unfinished(
                journal,
                operation -> operation.task() instanceof Task.TableChange
                        && operation.task().keyspace().equals(keyspace)
                        && operation.progress().state() == State.FAILED);
        if (failed.isPresent()) {
            throw unfinished(failed.get());
        }
    }

    private static Optional<Operation> unfinished(OperationJournal journal, Predicate<Operation> which)
            throws OpeningRefused {
        try {
            return journal.list().stream()
                    .filter(operation -> operation.progress().state().isUnfinished())
                    .filter(which)
                    .findFirst();
        } catch (StoreUnavailable e) {
            throw new OpeningRefused("the journal can't be read: " + e.getMessage());
        }
    }

    static OpeningRefused unfinished(Operation other) {
        return new OpeningRefused(other.name() + " is unfinished: let it end, or RESUME OPERATION " + other.number()
                + " or CANCEL OPERATION " + other.number() + " first");
    }

    static void sleep() throws OpeningRefused {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OpeningRefused("interrupted");
        }
    }
}
