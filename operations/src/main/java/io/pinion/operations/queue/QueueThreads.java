package io.pinion.operations.queue;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.work.Workers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Threads of those who rotate partitions.
 *
 * @param pairs one for each pair at a time; the rest of the pairs waits
 * @param watchers one for each of those, always free; they end by themselves when nobody needs them
 */
record QueueThreads(Workers pairs, Workers watchers) implements AutoCloseable {
    /** As many as changes of tables have. */
    private static final int PAIRS = 8;

    /** @param name of who rotates */
    static QueueThreads of(String name) {
        return new QueueThreads(
                new Workers("pinion-queue-" + name, PAIRS, Integer.MAX_VALUE),
                new Workers("pinion-queue-" + name + "-watch", PAIRS, PAIRS));
    }

    /** What is done for one pair. */
    @FunctionalInterface
    interface Work<T> {
        void on(T ofPair) throws OperationRefused;
    }

    /**
     * Does it for each pair, some at a time. One that fails keeps no other one from it. Returns when nothing runs any more;
     * blocks.
     *
     * @throws OperationRefused the first failure, if it is one; an operation that must end is among them
     */
    <T> void onEach(Collection<T> pairs, Work<T> work) throws OperationRefused {
        List<CompletableFuture<T>> running = new ArrayList<>();
        for (T pair : pairs) {
            running.add(this.pairs
                    .ask(() -> {
                        work.on(pair);
                        return pair;
                    })
                    .toCompletableFuture());
        }
        List<Throwable> failures = new ArrayList<>();
        for (CompletableFuture<T> each : running) {
            try {
                each.join();
            } catch (CompletionException e) {
                failures.add(e.getCause() == null ? e : e.getCause());
            }
        }
        for (Throwable failure : failures) {
            if (failure instanceof OperationRefused refused) {
                throw refused;
            }
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void close() {
        // What runs goes on to the end of its turn, and needs its watcher.
        pairs.close();
    }
}
