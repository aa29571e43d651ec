package io.pinion.server.observe;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts durations in fixed buckets. Adding costs a short search and two uncontended additions. Reading isn't an atomic
 * snapshot, which monitoring doesn't need.
 */
final class LatencyHistogram {
    private static final long MICROS = 1_000;
    private static final long MILLIS = 1_000 * MICROS;

    /** Upper bounds, inclusive. The last bucket, above them all, has none. */
    private static final long[] BOUNDS_NANOS = {
        100 * MICROS,
        200 * MICROS,
        500 * MICROS,
        1 * MILLIS,
        2 * MILLIS,
        5 * MILLIS,
        10 * MILLIS,
        20 * MILLIS,
        50 * MILLIS,
        100 * MILLIS,
        200 * MILLIS,
        500 * MILLIS,
        1_000 * MILLIS,
        2_000 * MILLIS,
        5_000 * MILLIS,
        10_000 * MILLIS
    };

    private final LongAdder[] buckets = new LongAdder[BOUNDS_NANOS.length + 1];
    private final LongAdder sumNanos = new LongAdder();

    LatencyHistogram() {
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = new LongAdder();
        }
    }

    void add(long nanos) {
        int bucket = 0;
        while (bucket < BOUNDS_NANOS.length && nanos > BOUNDS_NANOS[bucket]) {
            bucket++;
        }
        buckets[bucket].increment();
        sumNanos.add(nanos);
    }

    /** Upper bounds in seconds, ascending; the last is infinite. */
    static double[] boundsSeconds() {
        double[] seconds = new double[BOUNDS_NANOS.length + 1];
        for (int i = 0; i < BOUNDS_NANOS.length; i++) {
            seconds[i] = BOUNDS_NANOS[i] / 1e9;
        }
        seconds[BOUNDS_NANOS.length] = Double.POSITIVE_INFINITY;
        return seconds;
    }

    /** What was added until now, for Prometheus. */
    HistogramDataPointSnapshot point(Labels labels) {
        long[] counts = Arrays.stream(buckets).mapToLong(LongAdder::sum).toArray();
        return HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(ClassicHistogramBuckets.of(boundsSeconds(), counts))
                .sum(sumNanos.sum() / 1e9)
                .labels(labels)
                .build();
    }
}
