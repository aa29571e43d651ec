package io.pinion.server.observe;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** The use of the pools, summed over the event loops when Prometheus asks. */
public final class PoolMetrics implements MultiCollector {
    private record Pool(String pair, String server, String account) {
        Labels labels() {
            return Labels.of("pair", pair, "server", server, "account", account);
        }
    }

    private final Supplier<? extends Collection<PoolSnapshot>> pools;

    /** @param pools called on the thread that answers the metrics request, so it may take milliseconds */
    public PoolMetrics(Supplier<? extends Collection<PoolSnapshot>> pools) {
        this.pools = pools;
    }

    @Override
    public MetricSnapshots collect() {
        GaugeSnapshot.Builder connections = GaugeSnapshot.builder()
                .name("pinion_pool_connections")
                .help("Connections to a server, by what they do");
        GaugeSnapshot.Builder waiting =
                GaugeSnapshot.builder().name("pinion_pool_waiting").help("Statements waiting for a connection now");
        GaugeSnapshot.Builder limit =
                GaugeSnapshot.builder().name("pinion_pool_limit").help("Connections that the pool may have at most");
        byPool().forEach((pool, loops) -> {
            Labels labels = pool.labels();
            connections.dataPoint(point(sum(loops, PoolSnapshot::busy), labels.add("state", "busy")));
            connections.dataPoint(point(sum(loops, PoolSnapshot::idle), labels.add("state", "idle")));
            connections.dataPoint(point(sum(loops, PoolSnapshot::opening), labels.add("state", "opening")));
            waiting.dataPoint(point(sum(loops, PoolSnapshot::waiting), labels));
            limit.dataPoint(point(loops.getFirst().limit(), labels));
        });
        return MetricSnapshots.of(connections.build(), waiting.build(), limit.build());
    }

    private Map<Pool, List<PoolSnapshot>> byPool() {
        return pools.get().stream()
                .collect(Collectors.groupingBy(pool -> new Pool(pool.pair(), pool.server(), pool.account())));
    }

    private static int sum(List<PoolSnapshot> loops, ToIntFunction<PoolSnapshot> part) {
        return loops.stream().mapToInt(part).sum();
    }

    private static GaugeDataPointSnapshot point(double value, Labels labels) {
        return GaugeDataPointSnapshot.builder().value(value).labels(labels).build();
    }
}
