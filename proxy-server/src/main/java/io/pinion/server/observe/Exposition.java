package io.pinion.server.observe;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;

/** Converts counters and histograms to Prometheus' data points. */
final class Exposition {
    private Exposition() {}

    static CounterDataPointSnapshot counter(long count, Labels labels) {
        return CounterDataPointSnapshot.builder()
                .value((double) count)
                .labels(labels)
                .build();
    }

    static HistogramDataPointSnapshot histogram(LatencyHistogram histogram, Labels labels) {
        return HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(
                        ClassicHistogramBuckets.of(LatencyHistogram.boundsSeconds(), histogram.counts()))
                .sum(histogram.sumSeconds())
                .labels(labels)
                .build();
    }
}
