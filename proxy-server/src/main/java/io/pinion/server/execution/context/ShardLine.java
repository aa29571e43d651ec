package io.pinion.server.execution.context;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The statements of one event loop that wait for a shard to be released. Not thread-safe; lives on the loop. */
public final class ShardLine {
    private final int max;
    private final long waitMillis;
    private final Set<Runnable> waiting = new LinkedHashSet<>();

    /**
     * @param max the most statements that may wait
     * @param waitMillis the longest time that each may wait
     */
    ShardLine(int max, long waitMillis) {
        this.max = max;
        this.waitMillis = waitMillis;
    }

    public long waitMillis() {
        return waitMillis;
    }

    /**
     * @param lookAgain called after a new topology, until it leaves
     * @return false when the line is full
     */
    public boolean join(Runnable lookAgain) {
        return waiting.size() < max && waiting.add(lookAgain);
    }

    public void leave(Runnable lookAgain) {
        waiting.remove(lookAgain);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** After a new topology: each statement checks whether it may go on, in the order of arrival. */
    void lookAgain() {
        List.copyOf(waiting).forEach(Runnable::run);
    }
}
