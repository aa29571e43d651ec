package io.pinion.server.observe;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.function.Supplier;

/** How late the event loops are, when Prometheus asks. */
public final class LoopMetrics implements MultiCollector {
    private final Supplier<List<LoopDelay>> loops;

    /**
     * The longest delay of a loop in the last minute or two.
     *
     * @param loop its number, from 0
     */
    public record LoopDelay(int loop, double seconds) {}

    /** @param loops called on the thread that answers the metrics request */
    public LoopMetrics(Supplier<List<LoopDelay>> loops) {
        this.loops = loops;
    }

    @Override
    public MetricSnapshots collect() {
        GaugeSnapshot.Builder stalls = GaugeSnapshot.builder()
                .name("pinion_loop_stall_seconds")
                .help(
                        "The longest time of the last minute in which an event loop worked on one thing and its clients waited");
        for (LoopDelay delay : loops.get()) {
            stalls.dataPoint(GaugeDataPointSnapshot.builder()
                    .value(delay.seconds())
                    .labels(Labels.of("loop", Integer.toString(delay.loop())))
                    .build());
        }
        return MetricSnapshots.of(stalls.build());
    }
}
