package io.pinion.operations.opening;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** Looks for other operations that need the shards, tables or pair of an opening. Blocks. */
record OpeningGuard(Task.Opening task, OperationServices services) {
    /** Waits until no change of tables is unfinished; refused when the time runs out or a change has failed. */
    void awaitChanges(RunningOperation operation, Duration timeout) throws OperationRefused {
        requireNone(stillUnfinished(operation, timeout));
    }

    /** Waits as {@link #awaitChanges}, and returns the change that is left; empty when all have ended. */
    Optional<Operation> stillUnfinished(RunningOperation operation, Duration timeout) throws OperationRefused {
        requireNoFailedChange();
        return services.leftOf(unfinished(this::isChange), operation, timeout);
    }

    /**
     * Waits until no move holds statements for shards of the keyspace. An opening and a move each write the journal
     * before they read it, so at least one of them sees the other.
     */
    void awaitNoHandOver(RunningOperation operation, Duration timeout) throws OperationRefused {
        requireNone(services.leftOf(unfinished(this::isHandOver), operation, timeout));
    }

    /** Refuses while a promotion of the pair is unfinished, since its servers change roles. */
    void requireNoPromotion() throws OperationRefused {
        requireNo(
                other -> other.task() instanceof Task.Promotion of && of.pair().equals(task.pair()));
    }

    /**
     * Refuses if a change of tables has failed, since an operator must resume or cancel it. A running one may end in
     * time.
     */
    void requireNoFailedChange() throws OperationRefused {
        requireNo(other -> isChange(other) && other.progress().state() == State.FAILED);
    }

    private boolean isChange(Operation other) {
        return other.task() instanceof Task.TableChange
                && other.task().keyspace().equals(task.keyspace());
    }

    private boolean isHandOver(Operation other) {
        return other.task() instanceof Task.Move && other.isPublishing(task.keyspace());
    }

    private void requireNo(Predicate<Operation> which) throws OperationRefused {
        requireNone(services.firstOperation(unfinished(which)));
    }

    private static Predicate<Operation> unfinished(Predicate<Operation> which) {
        return operation -> operation.progress().state().isUnfinished() && which.test(operation);
    }

    private static void requireNone(Optional<Operation> other) throws OperationRefused {
        if (other.isPresent()) {
            throw new OperationRefused(
                    other.get().name() + " is unfinished: " + other.get().wayOut());
        }
    }
}
