package io.pinion.server.observe;

import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;

/** Rates of counters over the last time, from samples of them. Written by one thread, read by any. */
final class Rates<K> {
    private final long stepNanos;
    private final int steps;
    private final Supplier<Map<K, Long>> counts;
    private final Deque<Sample<K>> samples = new ConcurrentLinkedDeque<>();
    private volatile long ticked;

    private record Sample<K>(long nanos, Map<K, Long> counts) {}

    /**
     * @param stepNanos the least time between two samples
     * @param steps the most samples behind the one from which rates are counted
     * @param counts since the start
     */
    Rates(long stepNanos, int steps, Supplier<Map<K, Long>> counts) {
        this.stepNanos = stepNanos;
        this.steps = steps;
        this.counts = counts;
    }

    void tick(long nowNanos) {
        ticked = nowNanos;
        Sample<K> last = samples.peekLast();
        if (last == null || nowNanos - last.nanos >= stepNanos) {
            if (samples.size() > steps) {
                samples.removeFirst();
            }
            samples.addLast(new Sample<>(nowNanos, counts.get()));
        }
    }

    /** Per second, of what has been counted since the start; empty before the second tick. */
    Map<K, Double> perSecond() {
        Sample<K> first = samples.peekFirst();
        Map<K, Double> rates = new HashMap<>();
        if (first != null && ticked > first.nanos) {
            double seconds = (ticked - first.nanos) / 1e9;
            counts.get()
                    .forEach((key, count) -> rates.put(key, (count - first.counts.getOrDefault(key, 0L)) / seconds));
        }
        return rates;
    }
}
