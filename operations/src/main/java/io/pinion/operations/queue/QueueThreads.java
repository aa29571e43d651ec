package io.pinion.operations.queue;

import io.pinion.operations.work.Workers;

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

    @Override
    public void close() {
        // What runs goes on to the end of its turn, and needs its watcher.
        pairs.close();
    }
}
