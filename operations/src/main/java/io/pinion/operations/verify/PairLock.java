package io.pinion.operations.verify;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The same lock that whoever promotes a pair holds. Blocks for some seconds at most. */
record PairLock(OperationJournal journal) implements PairComparison.Lock {
    private static final Duration OTHERS = Duration.ofSeconds(10);
    private static final long AGAIN_MILLIS = 100;

    @Override
    public TaskLock take(Pair pair) throws NotComparable, StoreUnavailable {
        return take(
                new Task.Promotion(
                        pair.name(),
                        pair.primary().name(),
                        pair.standby().map(Server::name).orElse(""),
                        Task.Promotion.Manner.PLANNED),
                "pair " + pair.name() + " is in use");
    }

    /** That of both pairs. */
    TaskLock take(Task.Move move) throws NotComparable, StoreUnavailable {
        return take(move, "pair " + move.from() + " or " + move.to() + " is in use");
    }

    private TaskLock take(Task task, String inUse) throws NotComparable, StoreUnavailable {
        long end = System.nanoTime() + OTHERS.toNanos();
        Optional<TaskLock> lock = journal.lock(task);
        while (lock.isEmpty() && System.nanoTime() < end) {
            try {
                TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new NotComparable("interrupted");
            }
            lock = journal.lock(task);
        }
        if (lock.isEmpty()) {
            throw new NotComparable(inUse + ": " + journal.holderOf(task));
        }
        return lock.get();
    }
}
