package io.pinion.server.observe;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Statements per second of each keyspace on each pair, over the last ten seconds. One thread calls {@link #tick(long)}
 * once a second; any thread may read the rates.
 */
public final class TrafficRates {
    private static final int WINDOW_TICKS = 10;

    private record Place(String keyspace, String pair) {}

    private record Sample(long nanos, Map<Place, Long> counts) {}

    private final QueryMetrics metrics;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private final ShardRates shards;
    private volatile Map<Place, Double> rates = Map.of();

    public TrafficRates(QueryMetrics metrics) {
        this.metrics = metrics;
        this.shards = new ShardRates(metrics);
    }

    /** @param nowNanos the time of {@link System#nanoTime()} */
    public void tick(long nowNanos) {
        shards.tick(nowNanos);
        Map<Place, Long> counts = new HashMap<>();
        metrics.forEachPair((keyspace, pair, count) -> counts.put(new Place(keyspace, pair), count));
        if (samples.size() > WINDOW_TICKS) {
            samples.removeFirst();
        }
        samples.addLast(new Sample(nowNanos, counts));
        rates = ratesSince(samples.getFirst(), counts, nowNanos);
    }

    private static Map<Place, Double> ratesSince(Sample first, Map<Place, Long> counts, long nowNanos) {
        double seconds = (nowNanos - first.nanos()) / 1e9;
        if (seconds <= 0) {
            return Map.of();
        }
        Map<Place, Double> rates = new HashMap<>();
        counts.forEach(
                (place, count) -> rates.put(place, (count - first.counts().getOrDefault(place, 0L)) / seconds));
        return rates;
    }

    /** Those of single shards. */
    public ShardRates shards() {
        return shards;
    }

    /** The rate of a keyspace on a pair; 0 until two ticks have passed, and without any statement. */
    public double perSecond(String keyspace, String pair) {
        return rates.getOrDefault(new Place(keyspace, pair), 0.0);
    }

    /** The rate of a pair over all keyspaces. */
    public double perSecond(String pair) {
        return rates.entrySet().stream()
                .filter(entry -> entry.getKey().pair().equals(pair))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** The rate of all keyspaces on all pairs. */
    public double perSecond() {
        return rates.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
