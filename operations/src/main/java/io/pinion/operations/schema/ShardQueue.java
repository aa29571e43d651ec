package io.pinion.operations.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The shards of one pair that are still to be changed. Thread-safe. */
final class ShardQueue {
    private final String pair;
    private final Deque<ShardPlace> waiting;

    ShardQueue(String pair, List<ShardPlace> places) {
        this.pair = pair;
        this.waiting = new ArrayDeque<>(places);
    }

    String pair() {
        return pair;
    }

    synchronized int size() {
        return waiting.size();
    }

    /** Takes the next shards, at most {@code count}; empty when none is left. */
    synchronized List<ShardPlace> next(int count) {
        List<ShardPlace> next = new ArrayList<>();
        while (next.size() < count && !waiting.isEmpty()) {
            next.add(waiting.poll());
        }
        return next;
    }
}
