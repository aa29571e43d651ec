package io.pinion.server.bootstrap;

import io.pinion.config.source.SourceStatus;
import io.pinion.config.source.TopologySource;
import io.pinion.server.observe.Metrics;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Once a second: the statements' rates, and whether the newest topology document was refused. */
final class MetricsClock implements AutoCloseable {
    private final Metrics metrics;
    private final TopologySource source;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("pinion-metrics").factory());
    private Optional<String> lastRefused = Optional.empty();

    MetricsClock(Metrics metrics, TopologySource source) {
        this.metrics = metrics;
        this.source = source;
        thread.scheduleAtFixedRate(this::tick, 0, 1, TimeUnit.SECONDS);
    }

    private void tick() {
        metrics.rates().tick(System.nanoTime());
        SourceStatus status = source.status();
        if (status.refused().isPresent() && !status.refused().equals(lastRefused)) {
            metrics.topologyRefused();
        }
        lastRefused = status.refused();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
