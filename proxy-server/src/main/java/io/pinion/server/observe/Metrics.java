package io.pinion.server.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
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
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.MultiCollector;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * All metrics of one proxy. Constructed once; the data path gets its parts as observers.
 *
 * <p>Statements and connections have their own counters (see {@link QueryMetrics}); Micrometer measures the JVM,
 * Netty's buffers and all that isn't on the path of a statement.
 */
public final class Metrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final QueryMetrics queries = new QueryMetrics();
    private final ConnectionMetrics connections = new ConnectionMetrics();
    private final AtomicLong generation = new AtomicLong();
    private final AtomicLong adoptedMillis = new AtomicLong();
    private final Counter adopted = reloads("adopted");
    private final Counter refused = reloads("refused");
    private final Counter committed = recovered("committed");
    private final Counter rolledBack = recovered("rolled_back");
    private final TrafficRates rates = new TrafficRates(queries);
    private final JvmGcMetrics collections = new JvmGcMetrics();

    public Metrics() {
        collect(queries);
        collect(connections);
        new ClassLoaderMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
        gauge("pinion.topology.generation", "The generation of the topology that is served", generation::get);
        gauge(
                "pinion.topology.adopted.timestamp.seconds",
                "When that topology was taken, in seconds since 1970",
                () -> adoptedMillis.get() / 1e3);
    }

    private Counter reloads(String result) {
        return Counter.builder("pinion.topology.reloads")
                .description("Topology documents read, by what became of them")
                .tag("result", result)
                .register(registry);
    }

    private Counter recovered(String outcome) {
        return Counter.builder("pinion.xa.recovered.branches")
                .description("Branches of two-phase commits that this proxy's recovery has finished, by outcome")
                .tag("outcome", outcome)
                .register(registry);
    }

    public void topologyAdopted(long adoptedGeneration, long nowMillis) {
        generation.set(adoptedGeneration);
        adoptedMillis.set(nowMillis);
        adopted.increment();
    }

    /** Counts an invalid document; the topology in use stays. */
    public void topologyRefused() {
        refused.increment();
    }

    /** Adds the results of one run of recovery of two-phase commits. */
    public void branchesRecovered(int ofCommitted, int ofRolledBack) {
        committed.increment(ofCommitted);
        rolledBack.increment(ofRolledBack);
    }

    /** @param inDoubt gives the number of branches in doubt at recovery's last run */
    public void watchBranches(IntSupplier inDoubt) {
        gauge(
                "pinion.xa.in.doubt.branches",
                "Branches of two-phase commits that waited to be finished when recovery last looked",
                inDoubt::getAsInt);
    }

    /** Adds the memory that Netty holds for buffers. */
    public void watchBuffers(ByteBufAllocatorMetricProvider allocator) {
        new NettyAllocatorMetrics(allocator).bindTo(registry);
    }

    /** @param pools called on the thread that answers the metrics request, so it may take milliseconds */
    public void watchPools(Supplier<? extends Collection<PoolSnapshot>> pools) {
        collect(() -> PoolMetrics.of(pools.get()));
    }

    /**
     * The longest delay of an event loop in the last minute or two.
     *
     * @param loop its number, from 0
     */
    public record LoopDelay(int loop, double seconds) {}

    /** @param loops called on the thread that answers the metrics request */
    public void watchLoops(Supplier<List<LoopDelay>> loops) {
        GaugeWithCallback.builder()
                .name("pinion_loop_stall_seconds")
                .help(
                        "The longest time of the last minute in which an event loop worked on one thing and its clients waited")
                .labelNames("loop")
                .callback(gauge ->
                        loops.get().forEach(delay -> gauge.call(delay.seconds(), Integer.toString(delay.loop()))))
                .register(registry.getPrometheusRegistry());
    }

    /** @param servers called on the thread that answers the metrics request */
    public void watchServers(Supplier<? extends Collection<ServerPicture>> servers) {
        collect(() -> ServerMetrics.of(servers.get()));
    }

    private void collect(MultiCollector metrics) {
        registry.getPrometheusRegistry().register(metrics);
    }

    /** @param problems gives the number of problems with the partitions of queues */
    public void watchQueues(IntSupplier problems) {
        gauge(
                "pinion.queue.problems",
                "Problems with the partitions of queues, on the proxy that keeps them",
                problems::getAsInt);
    }

    /** @param exhausted gives the number of shards' tables that take no new rows */
    public void watchIds(IntSupplier exhausted) {
        gauge("pinion.ids.exhausted.tables", "Tables of shards whose ids are used up", exhausted::getAsInt);
    }

    /**
     * Adds the present use by statements that name no shard.
     *
     * @param heldBytes of all statements over several shards
     */
    public void watchScatters(IntSupplier running, IntSupplier waiting, LongSupplier heldBytes) {
        gauge("pinion.scatters.running", "Statements that name no shard and run now", running::getAsInt);
        gauge("pinion.scatters.waiting", "Statements that name no shard and wait for their turn", waiting::getAsInt);
        gauge("pinion.scatter.held.bytes", "Memory that statements over several shards hold", heldBytes::getAsLong);
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value)
                .description(description)
                .strongReference(true)
                .register(registry);
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
