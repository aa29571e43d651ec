package io.pinion.server.observe;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Collection;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** The use of the pools, summed over the event loops when Prometheus asks. */
final class PoolMetrics {
    private PoolMetrics() {}

    static MetricSnapshots of(Collection<PoolSnapshot> pools) {
        GaugeSnapshot.Builder connections = GaugeSnapshot.builder()
                .name("pinion_pool_connections")
                .help("Connections to a server, by what they do");
        GaugeSnapshot.Builder waiting =
                GaugeSnapshot.builder().name("pinion_pool_waiting").help("Statements waiting for a connection now");
        GaugeSnapshot.Builder limit =
                GaugeSnapshot.builder().name("pinion_pool_limit").help("Connections that the pool may have at most");
        pools.stream().collect(Collectors.groupingBy(PoolMetrics::labels)).forEach((labels, loops) -> {
            connections.dataPoint(point(sum(loops, PoolSnapshot::busy), labels.add("state", "busy")));
            connections.dataPoint(point(sum(loops, PoolSnapshot::idle), labels.add("state", "idle")));
            connections.dataPoint(point(sum(loops, PoolSnapshot::opening), labels.add("state", "opening")));
            waiting.dataPoint(point(sum(loops, PoolSnapshot::waiting), labels));
            limit.dataPoint(point(loops.getFirst().limit(), labels));
        });
        return MetricSnapshots.of(connections.build(), waiting.build(), limit.build());
    }

    private static Labels labels(PoolSnapshot pool) {
        return Labels.of("pair", pool.pair(), "server", pool.server(), "account", pool.account());
    }

    private static int sum(List<PoolSnapshot> loops, ToIntFunction<PoolSnapshot> part) {
        return loops.stream().mapToInt(part).sum();
    }

    private static GaugeDataPointSnapshot point(double value, Labels labels) {
        return GaugeDataPointSnapshot.builder().value(value).labels(labels).build();
    }
}
