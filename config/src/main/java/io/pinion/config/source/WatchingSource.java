package io.pinion.config.source;

import io.pinion.config.topology.Topology;
import java.time.Clock;
import java.util.Optional;

/** A source that offers each document that it finds, on its own thread, to the running topology. */
abstract sealed class WatchingSource implements TopologySource permits FileSource, ZooKeeperSource {
    final SourceThread thread = new SourceThread("pinion-topology");
    final RunningTopology running;

    private final TopologyStore store;

    WatchingSource(
            TopologyStore store,
            String origin,
            RunningTopology.Counting counting,
            Optional<String> cluster,
            Clock clock) {
        this.store = store;
        this.running = new RunningTopology(origin, counting, cluster, clock, thread);
    }

    @Override
    public final Topology current() {
        return running.current();
    }

    @Override
    public final SourceStatus status() {
        return running.status();
    }

    @Override
    public final Subscription subscribe(TopologyListener listener) {
        return running.subscribe(listener);
    }

    @Override
    public final TopologyStore store() {
        return store;
    }

    @Override
    public void close() {
        thread.close();
    }
}
