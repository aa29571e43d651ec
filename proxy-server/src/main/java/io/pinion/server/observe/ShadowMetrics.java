package io.pinion.server.observe;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Counts shadow reads by keyspace and outcome, from what {@code SHOW SHADOW READS} shows. */
final class ShadowMetrics implements MultiCollector {
    private final Supplier<? extends Collection<ShadowSnapshot>> reads;

    ShadowMetrics(Supplier<? extends Collection<ShadowSnapshot>> reads) {
        this.reads = reads;
    }

    @Override
    public MetricSnapshots collect() {
        Map<String, Map<ShadowOutcome, Long>> keyspaces = new TreeMap<>();
        for (ShadowSnapshot read : reads.get()) {
            Map<ShadowOutcome, Long> sums =
                    keyspaces.computeIfAbsent(read.keyspace(), any -> new EnumMap<>(ShadowOutcome.class));
            read.counts().forEach((outcome, count) -> sums.merge(outcome, count, Long::sum));
        }
        CounterSnapshot.Builder series = CounterSnapshot.builder()
                .name("pinion_shadow_reads")
                .help("Reads of a database that is being imported that were asked of its keyspace, too, by outcome");
        keyspaces.forEach((keyspace, sums) -> sums.forEach((outcome, count) -> series.dataPoint(
                Exposition.counter(count, Labels.of("keyspace", keyspace, "outcome", outcome.label())))));
        return MetricSnapshots.of(series.build());
    }
}
