package io.pinion.server.observe;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Consumer;

/** Makes the series that Prometheus gets of one registry. */
record Series(PrometheusRegistry registry) {
    Counter counter(String name, String help, String... labels) {
        return Counter.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .register(registry);
    }

    Gauge gauge(String name, String help) {
        return Gauge.builder().name(name).help(help).withoutExemplars().register(registry);
    }

    Histogram histogram(String name, String help, String label) {
        return Histogram.builder()
                .name(name)
                .help(help)
                .labelNames(label)
                .classicOnly()
                .classicUpperBounds(LatencyHistogram.boundsSeconds())
                .withoutExemplars()
                .register(registry);
    }

    /** @param values called when Prometheus asks, on the thread that answers */
    void gauges(String name, String help, Consumer<GaugeWithCallback.Callback> values, String... labels) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .callback(values)
                .register(registry);
    }

    /** As {@link #gauges}, of what only grows. */
    void counters(String name, String help, Consumer<CounterWithCallback.Callback> values, String... labels) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .callback(values)
                .register(registry);
    }
}
