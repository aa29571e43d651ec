package io.pinion.operations.verify;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task;
import java.time.Duration;
import java.util.Optional;

/** The lock of a pair, which promotions hold too. Blocks for {@link #OTHERS} at most. */
record PairLock(OperationJournal journal) {
    private static final Duration OTHERS = Duration.ofSeconds(10);

    TaskLock take(Pair pair) throws OperationRefused, StoreUnavailable {
        return take(task(pair), "pair " + pair.name() + " is in use");
    }

    /** The operation that has it now, in words; empty while none has. */
    Optional<String> operation(Pair pair) throws StoreUnavailable {
        Task task = task(pair);
        return journal.isLocked(task) && journal.runsOn(task) ? Optional.of(journal.holderOf(task)) : Optional.empty();
    }

    private static Task task(Pair pair) {
        return new Task.Promotion(
                pair.name(),
                pair.primary().name(),
                pair.standby().map(Server::name).orElse(""),
                Task.Promotion.Manner.PLANNED);
    }

    /** The lock of both pairs of a move. */
    TaskLock take(Task.Move move) throws OperationRefused, StoreUnavailable {
        return take(move, "pair " + move.from() + " or " + move.to() + " is in use");
    }

    private TaskLock take(Task task, String inUse) throws OperationRefused, StoreUnavailable {
        Optional<TaskLock> lock = journal.lockWithin(task, OTHERS);
        if (lock.isEmpty()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new OperationRefused("interrupted");
            }
            throw new OperationRefused(inUse + ": " + journal.holderOf(task));
        }
        return lock.get();
    }
}
