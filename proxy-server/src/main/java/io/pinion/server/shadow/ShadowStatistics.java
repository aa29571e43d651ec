package io.pinion.server.shadow;

import io.pinion.server.observe.ShadowOutcome;
import io.pinion.server.observe.ShadowSnapshot;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Counts outcomes by keyspace and shape of the statement. Thread-safe. */
final class ShadowStatistics {
    /** Of one keyspace. */
    private static final int MOST_SHAPES = 500;

    /** Statements beyond that, and those that nobody has looked at. */
    private static final String OTHERS = "…";

    private final Map<String, Map<String, Counts>> keyspaces = new TreeMap<>();

    /** The imports that they are of, by keyspace. */
    private final Map<String, Long> imports = new HashMap<>();

    /** Of one shape, under the lock of the statistics. */
    private static final class Counts {
        private final Map<ShadowOutcome, Long> outcomes = new EnumMap<>(ShadowOutcome.class);
        private String last = "";
        private long oldNanos;
        private long newNanos;
        private long timed;

        private ShadowSnapshot snapshot(String keyspace, String shape) {
            long times = Math.max(1, timed);
            return new ShadowSnapshot(keyspace, shape, outcomes, oldNanos / times, newNanos / times, last);
        }
    }

    /** What follows is of this import: another one has rows and perhaps tables of its own. */
    synchronized void of(String keyspace, long number) {
        Long before = imports.put(keyspace, number);
        if (before != null && before != number) {
            keyspaces.remove(keyspace);
        }
    }

    /** @param why empty when there is nothing to tell */
    synchronized void over(String keyspace, String shape, ShadowOutcome outcome, String why) {
        Counts counts = counts(keyspace, shape);
        counts.outcomes.merge(outcome, 1L, Long::sum);
        if (!why.isEmpty()) {
            counts.last = why;
        }
    }

    /** Both sides have answered. */
    synchronized void timed(String keyspace, String shape, Duration old, Duration now) {
        Counts counts = counts(keyspace, shape);
        counts.oldNanos += old.toNanos();
        counts.newNanos += now.toNanos();
        counts.timed++;
    }

    /** A read isn't asked, since too many wait. */
    void full(String keyspace) {
        over(keyspace, OTHERS, ShadowOutcome.NOT_COMPARED, "too many reads wait to be asked");
    }

    private Counts counts(String keyspace, String shape) {
        Map<String, Counts> known = keyspaces.computeIfAbsent(keyspace, any -> new TreeMap<>());
        Counts counts = known.get(shape);
        if (counts != null) {
            return counts;
        }
        if (shape.equals(OTHERS) || known.size() >= MOST_SHAPES) {
            return known.computeIfAbsent(OTHERS, any -> new Counts());
        }
        Counts first = new Counts();
        known.put(shape, first);
        return first;
    }

    /** By keyspace and shape. */
    synchronized List<ShadowSnapshot> snapshots() {
        return keyspaces.entrySet().stream()
                .<ShadowSnapshot>mapMulti((keyspace, to) -> snapshots(keyspace.getKey(), keyspace.getValue(), to))
                .toList();
    }

    private static void snapshots(String keyspace, Map<String, Counts> known, Consumer<ShadowSnapshot> to) {
        known.forEach((shape, counts) -> {
            // Others have an answer, and no outcome yet.
            if (!counts.outcomes.isEmpty()) {
                to.accept(counts.snapshot(keyspace, shape));
            }
        });
    }
}
