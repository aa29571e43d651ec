package io.pinion.server.observe;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.server.observe.QueryMetrics.Place;
import java.util.HashMap;
import java.util.Map;

/**
 * Statements per second of each keyspace on each pair over the last ten seconds, and of each shard, by statements that it
 * ran alone, over half a minute to a minute. One thread calls {@link #tick(long)} once a second; any thread may read the
 * rates.
 */
public final class TrafficRates {
    private static final int WINDOW_TICKS = 10;
    private static final long SHARDS_NANOS = 30_000_000_000L;

    private final Rates<Place> pairs;
    private final Rates<Place> databases;
    private volatile Map<Place, Double> rates = Map.of();

    public TrafficRates(QueryMetrics metrics) {
        pairs = new Rates<>(0, WINDOW_TICKS, metrics::byPair);
        databases = new Rates<>(SHARDS_NANOS, 1, metrics::byDatabase);
    }

    /** @param nowNanos the time of {@link System#nanoTime()} */
    public void tick(long nowNanos) {
        databases.tick(nowNanos);
        pairs.tick(nowNanos);
        rates = pairs.perSecond();
    }

    /** Those of the shards that have run a statement since this proxy's start; empty before the second tick. */
    public Map<Integer, Double> ofShards(Keyspace.Sharded keyspace) {
        Map<Integer, Double> shards = new HashMap<>();
        databases.perSecond().forEach((place, rate) -> {
            int shard = place.keyspace().equals(keyspace.name())
                    ? keyspace.databases().shardIn(place.name())
                    : -1;
            if (shard >= 0) {
                shards.put(shard, rate);
            }
        });
        return shards;
    }

    /** The rate of a keyspace on a pair; 0 until two ticks have passed, and without any statement. */
    public double perSecond(String keyspace, String pair) {
        return rates.getOrDefault(new Place(keyspace, pair), 0.0);
    }

    /** The rate of a pair over all keyspaces. */
    public double perSecond(String pair) {
        return rates.entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(pair))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** The rate of all keyspaces on all pairs. */
    public double perSecond() {
        return rates.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
