package io.pinion.server.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the topologies that were adopted and refused, and shows the generation in use. Thread-safe. */
public final class TopologyMetrics {
    private final AtomicLong generation = new AtomicLong();
    private final AtomicLong adoptedMillis = new AtomicLong();
    private final Counter adopted;
    private final Counter refused;

    public TopologyMetrics(MeterRegistry registry) {
        this.adopted = reloads("adopted").register(registry);
        this.refused = reloads("refused").register(registry);
        Gauge.builder("pinion.topology.generation", generation, AtomicLong::get)
                .description("The generation of the topology that is served")
                .register(registry);
        Gauge.builder("pinion.topology.adopted.timestamp", adoptedMillis, millis -> millis.get() / 1e3)
                .description("When that topology was taken, in seconds since 1970")
                .baseUnit("seconds")
                .register(registry);
    }

    private static Counter.Builder reloads(String result) {
        return Counter.builder("pinion.topology.reloads")
                .description("Topology documents read, by what became of them")
                .tag("result", result);
    }

    public void adopted(long generation, long nowMillis) {
        this.generation.set(generation);
        adoptedMillis.set(nowMillis);
        adopted.increment();
    }

    /** Counts an invalid document; the topology in use stays. */
    public void refused() {
        refused.increment();
    }
}
