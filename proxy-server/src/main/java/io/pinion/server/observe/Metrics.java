package io.pinion.server.observe;

import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.netty4.NettyAllocatorMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import java.util.Collection;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * All metrics of one proxy. Constructed once; the data path gets its parts as observers.
 *
 * <p>Statements and connections have their own counters (see {@link QueryMetrics}); Micrometer measures the JVM
 * and Netty's buffers.
 */
public final class Metrics implements AutoCloseable {
    private static final String ADOPTED = "adopted";
    private static final String REFUSED = "refused";
    private static final String COMMITTED = "committed";
    private static final String ROLLED_BACK = "rolled_back";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Series series = new Series(registry.getPrometheusRegistry());
    private final QueryMetrics queries = new QueryMetrics();
    private final ConnectionMetrics connections = new ConnectionMetrics(series);
    private final Gauge generation =
            series.gauge("pinion_topology_generation", "The generation of the topology that is served");
    private final Gauge adopted = series.gauge(
            "pinion_topology_adopted_timestamp_seconds", "When that topology was taken, in seconds since 1970");
    private final Counter reloads =
            series.counter("pinion_topology_reloads", "Topology documents read, by what became of them", "result");
    private final Counter recovered = series.counter(
            "pinion_xa_recovered_branches",
            "Branches of two-phase commits that this proxy's recovery has finished, by outcome",
            "outcome");
    private final TrafficRates rates = new TrafficRates(queries);
    private final JvmGcMetrics collections = new JvmGcMetrics();

    public Metrics() {
        queries.register(series);
        reloads.initLabelValues(ADOPTED);
        reloads.initLabelValues(REFUSED);
        recovered.initLabelValues(COMMITTED);
        recovered.initLabelValues(ROLLED_BACK);
        new ClassLoaderMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    public void topologyAdopted(long adoptedGeneration, long nowMillis) {
        generation.set((double) adoptedGeneration);
        adopted.set(nowMillis / 1e3);
        reloads.labelValues(ADOPTED).inc();
    }

    /** Counts an invalid document; the topology in use stays. */
    public void topologyRefused() {
        reloads.labelValues(REFUSED).inc();
    }

    /** Adds the results of one run of recovery of two-phase commits. */
    public void branchesRecovered(int ofCommitted, int ofRolledBack) {
        recovered.labelValues(COMMITTED).inc(ofCommitted);
        recovered.labelValues(ROLLED_BACK).inc(ofRolledBack);
    }

    /** @param inDoubt gives the number of branches in doubt at recovery's last run */
    public void watchBranches(IntSupplier inDoubt) {
        gauge(
                "pinion_xa_in_doubt_branches",
                "Branches of two-phase commits that waited to be finished when recovery last looked",
                inDoubt::getAsInt);
    }

    /** Adds the memory that Netty holds for buffers. */
    public void watchBuffers(ByteBufAllocatorMetricProvider allocator) {
        new NettyAllocatorMetrics(allocator).bindTo(registry);
    }

    /** @param pools called on the thread that answers the metrics request, so it may take milliseconds */
    public void watchPools(Supplier<? extends Collection<PoolSnapshot>> pools) {
        series.registry().register(() -> PoolMetrics.of(pools.get()));
    }

    /**
     * The longest delay of an event loop in the last minute or two.
     *
     * @param loop its number, from 0
     */
    public record LoopDelay(int loop, double seconds) {}

    /** @param loops called on the thread that answers the metrics request */
    public void watchLoops(Supplier<List<LoopDelay>> loops) {
        series.gauges(
                "pinion_loop_stall_seconds",
                "The longest time of the last minute in which an event loop worked on one thing and its clients waited",
                gauge -> loops.get().forEach(delay -> gauge.call(delay.seconds(), Integer.toString(delay.loop()))),
                "loop");
    }

    /** @param servers called on the thread that answers the metrics request */
    public void watchServers(Supplier<? extends Collection<ServerPicture>> servers) {
        ServerMetrics.register(series, servers);
    }

    /** @param problems gives the number of problems with the partitions of queues */
    public void watchQueues(IntSupplier problems) {
        gauge(
                "pinion_queue_problems",
                "Problems with the partitions of queues, on the proxy that keeps them",
                problems::getAsInt);
    }

    /** @param exhausted gives the number of shards' tables that take no new rows */
    public void watchIds(IntSupplier exhausted) {
        gauge("pinion_ids_exhausted_tables", "Tables of shards whose ids are used up", exhausted::getAsInt);
    }

    /**
     * Adds the present use by statements that name no shard.
     *
     * @param heldBytes of all statements over several shards
     */
    public void watchScatters(IntSupplier running, IntSupplier waiting, LongSupplier heldBytes) {
        gauge("pinion_scatters_running", "Statements that name no shard and run now", running::getAsInt);
        gauge("pinion_scatters_waiting", "Statements that name no shard and wait for their turn", waiting::getAsInt);
        gauge("pinion_scatter_held_bytes", "Memory that statements over several shards hold", heldBytes::getAsLong);
    }

    private void gauge(String name, String help, Supplier<Number> value) {
        series.gauges(name, help, gauge -> gauge.call(value.get().doubleValue()));
    }

    public QueryMetrics queries() {
        return queries;
    }

    public ConnectionMetrics connections() {
        return connections;
    }

    public TrafficRates rates() {
        return rates;
    }

    /** All metrics in Prometheus' text format. */
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
