package io.pinion.integration.faults.history;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * When writes were acknowledged that a promotion by force has given up, as it said: those may be missing. Thread-safe.
 */
public final class Losses {
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final Set<String> writes = ConcurrentHashMap.newKeySet();

    /** By {@link System#nanoTime}. */
    private record Span(long from, long to) {}

    public void between(long fromNanos, long toNanos) {
        spans.add(new Span(fromNanos, toNanos));
    }

    /**
     * Whether what was acknowledged then may be missing.
     *
     * @param write its name
     */
    boolean has(String write, long endedNanos) {
        boolean has = spans.stream().anyMatch(span -> span.from <= endedNanos && endedNanos <= span.to);
        if (has) {
            writes.add(write);
        }
        return has;
    }

    /** How many writes are missing that may be. */
    public int count() {
        return writes.size();
    }
}
