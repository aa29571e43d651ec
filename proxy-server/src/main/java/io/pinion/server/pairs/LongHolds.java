package io.pinion.server.pairs;

import io.pinion.config.source.TopologyLease;
import io.pinion.config.topology.Pair;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Finds pairs whose statements have been held for longer than any step of an operation takes. Thread-safe. */
final class LongHolds {
    static final Duration LONG = TopologyLease.QUIET.plusSeconds(10);

    private final LongSupplier nanoTime;
    private final Map<String, Long> since = new ConcurrentHashMap<>();

    /** @param nanoTime a clock, such as {@link System#nanoTime} */
    LongHolds(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * The problem of a pair that has been held for long. Must be called periodically: the time counts from the first
     * call that finds the pair held.
     *
     * @param work the operation that works on the pair now
     * @return the remedy for an operator, in constant words; empty without a problem
     */
    Optional<String> problem(Pair pair, Optional<String> work) {
        if (!pair.held()) {
            since.remove(pair.name());
            return Optional.empty();
        }
        long now = nanoTime.getAsLong();
        long first = since.computeIfAbsent(pair.name(), seen -> now);
        return now - first < LONG.toNanos()
                ? Optional.empty()
                : Optional.of("statements for pair " + pair.name() + " are held, and fail, "
                        + work.map(operation -> "since " + operation + " takes long: SHOW OPERATIONS tells where it is")
                                .orElse("as when a promotion has broken off: SHOW OPERATIONS, then RESUME OPERATION or"
                                        + " CANCEL OPERATION (none is unfinished: PROMOTE PAIR " + pair.name() + ")"));
    }
}
