package io.pinion.server.pairs;

import io.pinion.config.topology.Pair;
import io.pinion.operations.server.finding.Finding;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Tells of what is found of a pair when it has been found at several looks in a row: a report may be older than what an
 * operation has just done. Thread-safe.
 */
final class SettledFindings {
    /** Several looks at the servers, and one at the operations. */
    static final Duration LASTING = Duration.ofSeconds(6);

    private final LongSupplier nanoTime;

    /** When each was found first, by pair and by what was found. */
    private final Map<String, Map<Kind, Long>> since = new ConcurrentHashMap<>();

    private record Kind(String place, String check) {
        static Kind of(Finding finding) {
            return new Kind(finding.place(), finding.check());
        }
    }

    /** @param nanoTime a clock, such as {@link System#nanoTime} */
    SettledFindings(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Must be called periodically: the time of a finding counts from the first call with it.
     *
     * @param found all of the pair
     */
    List<Finding> lasting(Pair pair, List<Finding> found) {
        long now = nanoTime.getAsLong();
        Map<Kind, Long> times = since.compute(pair.name(), (name, before) -> {
            Map<Kind, Long> next = new HashMap<>();
            for (Finding finding : found) {
                Kind kind = Kind.of(finding);
                next.put(kind, before == null ? now : before.getOrDefault(kind, now));
            }
            return next;
        });
        return found.stream()
                .filter(finding -> now - times.getOrDefault(Kind.of(finding), now) >= LASTING.toNanos())
                .toList();
    }
}
