package io.pinion.server.observe;

import io.pinion.routing.catalog.Keyspace;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often each shard was asked lately, by statements that it ran alone. The rate is over half a minute to a minute.
 * Written by one thread, read by any.
 */
public final class ShardRates {
    private static final long WINDOW_NANOS = 30_000_000_000L;

    private final QueryMetrics metrics;
    private volatile @Nullable Windows windows;
    private volatile long ticked;

    /** @param counts of statements since the start, by keyspace and database */
    private record Sample(long nanos, Map<String, Map<String, Long>> counts) {
        long count(String keyspace, String database) {
            return counts.getOrDefault(keyspace, Map.of()).getOrDefault(database, 0L);
        }
    }

    /** @param before from which rates are counted; half a minute before {@code last} */
    private record Windows(Sample before, Sample last) {}

    public ShardRates(QueryMetrics metrics) {
        this.metrics = metrics;
    }

    /** @param nowNanos the time of {@link System#nanoTime()} */
    void tick(long nowNanos) {
        ticked = nowNanos;
        Windows now = windows;
        if (now == null) {
            Sample first = sample(nowNanos);
            windows = new Windows(first, first);
        } else if (nowNanos - now.last.nanos >= WINDOW_NANOS) {
            windows = new Windows(now.last, sample(nowNanos));
        }
    }

    private Sample sample(long nowNanos) {
        Map<String, Map<String, Long>> counts = new HashMap<>();
        metrics.keyspaces().forEach(keyspace -> counts.put(keyspace, metrics.byDatabase(keyspace)));
        return new Sample(nowNanos, counts);
    }

    /** Statements per second of the shards that have run one since this proxy's start; empty before the second tick. */
    public Map<Integer, Double> of(Keyspace.Sharded keyspace) {
        Windows now = windows;
        Map<Integer, Double> rates = new HashMap<>();
        if (now != null && ticked > now.before.nanos) {
            Sample since = now.before;
            double seconds = (ticked - since.nanos) / 1e9;
            metrics.byDatabase(keyspace.name()).forEach((database, count) -> {
                int shard = keyspace.databases().shardIn(database);
                if (shard >= 0) {
                    rates.put(shard, (count - since.count(keyspace.name(), database)) / seconds);
                }
            });
        }
        return rates;
    }
}
