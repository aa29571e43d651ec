package io.pinion.server.pairs;

import io.pinion.config.source.TopologyLease;
import io.pinion.config.topology.Pair;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Pairs whose statements have been held for longer than any step of an operation does that. Thread-safe. */
final class LongHolds {
    static final Duration LONG = TopologyLease.QUIET.plusSeconds(10);

    private final LongSupplier nanoTime;
    private final Map<String, Long> since = new ConcurrentHashMap<>();

    /** @param nanoTime as {@link System#nanoTime} */
    LongHolds(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * To be asked again and again: it counts from when a pair was first seen to be held.
     *
     * @return what an operator should do, in words that stay the same; empty when nothing
     */
    Optional<String> problem(Pair pair) {
        if (!pair.held()) {
            since.remove(pair.name());
            return Optional.empty();
        }
        long now = nanoTime.getAsLong();
        long first = since.computeIfAbsent(pair.name(), seen -> now);
        return now - first < LONG.toNanos()
                ? Optional.empty()
                : Optional.of("statements for pair " + pair.name() + " are held, and fail, as when a promotion has"
                        + " broken off: SHOW OPERATIONS, then RESUME OPERATION or CANCEL OPERATION (none is unfinished:"
                        + " PROMOTE PAIR " + pair.name() + ")");
    }
}
