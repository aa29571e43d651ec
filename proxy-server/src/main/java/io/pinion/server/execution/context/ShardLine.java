package io.pinion.server.execution.context;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The statements of one event loop that wait for a shard to be released. Not thread-safe; lives on the loop. */
final class ShardLine {
    private final int max;
    private final long waitMillis;
    private final Set<ShardWait> waiting = new LinkedHashSet<>();

    /**
     * @param max the most statements that may wait
     * @param waitMillis the longest time that each may wait
     */
    ShardLine(int max, long waitMillis) {
        this.max = max;
        this.waitMillis = waitMillis;
    }

    long waitMillis() {
        return waitMillis;
    }

    /** False when the queue is full. */
    boolean join(ShardWait wait) {
        return waiting.size() < max && waiting.add(wait);
    }

    void leave(ShardWait wait) {
        waiting.remove(wait);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** After a new topology: each statement checks whether it may go on, in the order of arrival. */
    void lookAgain() {
        List<ShardWait> all = new ArrayList<>(waiting);
        all.forEach(ShardWait::lookAgain);
    }
}
