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
     * @param max how many may wait
     * @param waitMillis for how long each may
     */
    ShardLine(int max, long waitMillis) {
        this.max = max;
        this.waitMillis = waitMillis;
    }

    long waitMillis() {
        return waitMillis;
    }

    /** False when the line is full. */
    boolean join(ShardWait wait) {
        return waiting.size() < max && waiting.add(wait);
    }

    void leave(ShardWait wait) {
        waiting.remove(wait);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** There is another topology: each looks whether it may go on, in the order in which they came. */
    void lookAgain() {
        List<ShardWait> all = new ArrayList<>(waiting);
        all.forEach(ShardWait::lookAgain);
    }
}
