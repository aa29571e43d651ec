package io.pinion.server.bootstrap;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.SourceStatus;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.engine.Proxies;
import io.pinion.operations.work.Workers;
import io.pinion.server.admin.ProxyList;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The proxies of the cluster; this one alone when the topology is a file. Thread-safe. */
final class ClusterProxies implements Proxies, AutoCloseable {
    private static final int WAITING_LISTS = 16;
    private static final long LIST_MILLIS = 3_000;
    private static final long SETTLING_MILLIS = 1_000;

    /** Longer than a restart takes; behind it one that is gone was taken away on purpose. */
    private static final Duration MISSED_FOR = Duration.ofMinutes(15);

    private final OpenedTopology topology;

    /** Asks ZooKeeper, since event loops must not wait for it. */
    private final Workers lister = new Workers("pinion-proxy-list", 1, WAITING_LISTS);

    private volatile Supplier<List<RegisteredProxy>> alone = List::of;

    /** What ZooKeeper last said; empty before it said anything. */
    private volatile Optional<ProxyList> lastListed = Optional.empty();

    /** When each proxy was last in the list, by name. */
    private final Map<String, Instant> seen = new ConcurrentHashMap<>();

    ClusterProxies(OpenedTopology topology) {
        this.topology = topology;
    }

    /** This proxy runs, and can be listed. */
    void runs(Supplier<RegisteredProxy> self) {
        alone = () -> List.of(self.get());
        // So that something is known should ZooKeeper go away before anybody asks.
        if (topology.registry().isPresent()) {
            lister.execute(this::listNow);
        }
    }

    @Override
    public List<RegisteredProxy> list() throws StoreUnavailable {
        if (topology.registry().isEmpty()) {
            return alone.get();
        }
        List<RegisteredProxy> listed = topology.registry().get().list();
        Instant now = Instant.now();
        listed.forEach(proxy -> seen.put(proxy.name(), now));
        seen.values().removeIf(last -> last.isBefore(now.minus(MISSED_FOR)));
        return listed;
    }

    /** What the registered proxies' two-phase commits are known by; empty when nobody can tell. Blocks. */
    Optional<Set<String>> processes() {
        if (topology.registry().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(list().stream().map(RegisteredProxy::process).collect(Collectors.toSet()));
        } catch (StoreUnavailable away) {
            return Optional.empty();
        }
    }

    /** While ZooKeeper is away, those that were there when it was last asked. Doesn't block. */
    CompletionStage<ProxyList> listed() {
        if (topology.registry().isEmpty()) {
            return CompletableFuture.completedStage(new ProxyList(alone.get(), Instant.now(), Map.of()));
        }
        if (topology.source().status().state() != SourceStatus.State.CONNECTED) {
            return CompletableFuture.completedStage(lastKnown());
        }
        // A ZooKeeper that stands still isn't known to be away yet. The list says as of when it is.
        return lister.ask(this::listNow)
                .toCompletableFuture()
                .completeOnTimeout(lastKnown(), LIST_MILLIS, TimeUnit.MILLISECONDS);
    }

    private ProxyList listNow() {
        try {
            ProxyList listed = settled();
            lastListed = Optional.of(listed);
            return listed;
        } catch (StoreUnavailable e) {
            return lastKnown();
        }
    }

    /** Right behind a change of the topology some have it sooner than others. */
    private ProxyList settled() throws StoreUnavailable {
        ProxyList first = listed(list());
        if (first.isEven()) {
            return first;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(SETTLING_MILLIS));
        return listed(list()).since(first);
    }

    private ProxyList listed(List<RegisteredProxy> proxies) {
        Map<String, Instant> missing = new TreeMap<>(seen);
        proxies.forEach(proxy -> missing.remove(proxy.name()));
        return new ProxyList(proxies, Instant.now(), missing);
    }

    private ProxyList lastKnown() {
        return lastListed
                .orElseGet(() -> new ProxyList(alone.get(), Instant.now(), Map.of()))
                .asOld();
    }

    @Override
    public void close() {
        lister.close();
    }
}
