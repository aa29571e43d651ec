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

/** Whether an opening may go on: who else wants something of it, of its tables or of its pair. Blocks. */
final class OpeningGuard {
    private static final long LOOK_EVERY_MILLIS = 50;
    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(10);

    private final Task.Opening task;
    private final OpeningEntry entry;
    private final TaskLock lock;
    private final OperationJournal journal;
    private final BooleanSupplier stopAsked;

    /** @param stopAsked whether this proxy ends */
    OpeningGuard(
            Task.Opening task, OpeningEntry entry, TaskLock lock, OperationJournal journal, BooleanSupplier stopAsked) {
        this.task = task;
        this.entry = entry;
        this.lock = lock;
        this.journal = journal;
        this.stopAsked = stopAsked;
    }

    /** Before each step. */
    void requireMayGoOn() throws OpeningRefused, Cancelled {
        if (entry.cancelAsked()) {
            throw new Cancelled();
        }
        if (stopAsked.getAsBoolean()) {
            throw new OpeningRefused("the proxy is stopping");
        }
        // ZooKeeper may be away for a moment, as during an election.
        if (!lock.isHeldWithin(LOCK_PATIENCE, stopAsked)) {
            throw new OpeningRefused(
                    "ZooKeeper is away, so that another proxy may work on the shards of " + task.keyspace());
        }
    }

    /** A change of tables on all shards of the keyspace that has begun and not ended. */
    private Optional<Operation> unfinishedChange() throws OpeningRefused {
        return unfinished(
                journal,
                operation -> operation.task() instanceof Task.TableChange
                        && operation.task().keyspace().equals(task.keyspace()));
    }

    /** Until there is none; refused when it takes longer, or waits for somebody. */
    void awaitChanges(Duration timeout) throws OpeningRefused, Cancelled {
        Optional<Operation> change = stillUnfinished(timeout);
        if (change.isPresent()) {
            throw unfinished(change.get());
        }
    }

    /** The same; empty when they have ended. */
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

    /** Until no move lets statements for shards of the keyspace wait. Both sides write first and look then. */
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

    /** Its servers change places, or are about to. */
    static void requireNoPromotion(OperationJournal journal, String pair) throws OpeningRefused {
        Optional<Operation> promotion = unfinished(
                journal,
                operation -> operation.task() instanceof Task.Promotion of
                        && of.pair().equals(pair));
        if (promotion.isPresent()) {
            throw unfinished(promotion.get());
        }
    }

    /** One that runs may end in time; one that has failed waits for somebody. */
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
