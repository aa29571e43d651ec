package io.pinion.server.backend;

import io.netty.channel.EventLoop;
import io.pinion.config.source.TopologyLease;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.server.observe.PoolObserver;
import io.pinion.server.observe.PoolSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The pools of one event loop, one for each pair's primary. Everything but the constructor runs on the loop. */
public final class LoopPools {
    private final EventLoop loop;
    private final int loopNumber;
    private final PoolLimits limits;
    private final ServerLimits serverLimits;
    private final Connector connector;
    private final PoolObserver observer;
    private final OtherLoops others;

    private final Map<String, LoopPool> byPair = new HashMap<>();
    /** Pools that have left the topology, until their lent connections have come back. */
    private final List<LoopPool> retired = new ArrayList<>();

    private final ServingLease lease;
    private final LeaseEnforcer leaseEnforcer;
    private boolean sweeping;

    /** Makes another loop close an idle connection to a server, some time later. */
    @FunctionalInterface
    public interface OtherLoops {
        /** @param urgent whether it may be one of that loop's fair share */
        void makeRoom(Server server, boolean urgent);
    }

    /**
     * @param others makes another loop close a connection for this loop
     * @param lease without it no connection is lent, and lent ones are ended
     */
    public LoopPools(
            EventLoop loop,
            int loopNumber,
            PoolLimits limits,
            ServerLimits serverLimits,
            Connector connector,
            PoolObserver observer,
            OtherLoops others,
            ServingLease lease) {
        this.lease = lease;
        this.leaseEnforcer = new LeaseEnforcer(loop, lease, TopologyLease.SEVERED, this::all);
        this.loop = loop;
        this.loopNumber = loopNumber;
        this.limits = limits;
        this.serverLimits = serverLimits;
        this.connector = connector;
        this.observer = observer;
        this.others = others;
    }

    public EventLoop loop() {
        return loop;
    }

    /** The limits of each pool. */
    public PoolLimits limits() {
        return limits;
    }

    /** The pool of the pair's primary, or null when there is no such pair. */
    public @Nullable LoopPool primaryOf(String pair) {
        return byPair.get(pair);
    }

    /** Adopts a topology. Pools of servers that are no longer primaries drain; their running statements end there. */
    public void adopt(Topology topology) {
        Map<String, LoopPool> before = new HashMap<>(byPair);
        byPair.clear();
        for (Pair pair : topology.pairs().values()) {
            LoopPool pool = before.get(pair.name());
            if (pool != null && pool.server().equals(pair.primary())) {
                before.remove(pair.name());
                byPair.put(pair.name(), pool);
            } else {
                byPair.put(pair.name(), newPool(pair));
            }
        }
        // Only after all pools are known: a waiter that hold() serves may turn to any pair.
        byPair.forEach(
                (name, pool) -> pool.hold(topology.pair(name).orElseThrow().held()));
        for (LoopPool old : before.values()) {
            old.retire();
            retired.add(old);
        }
        startSweeping();
        leaseEnforcer.watch();
    }

    private List<LoopPool> all() {
        List<LoopPool> all = new ArrayList<>(byPair.values());
        all.addAll(retired);
        return all;
    }

    /**
     * Closes one idle connection to {@code server} for another loop; false when there is none to spare.
     *
     * @param urgent whether a connection of this loop's fair share counts as spare, too
     */
    public boolean makeRoom(Server server, boolean urgent) {
        assert loop.inEventLoop();
        for (LoopPool pool : byPair.values()) {
            // Several pairs may have the same server, and only some of their pools a spare connection.
            if (pool.server().equals(server) && pool.makeRoom(urgent)) {
                return true;
            }
        }
        return false;
    }

    public List<PoolSnapshot> snapshots() {
        assert loop.inEventLoop();
        List<PoolSnapshot> snapshots = new ArrayList<>();
        byPair.values().forEach(pool -> snapshots.addAll(pool.snapshots()));
        retired.forEach(pool -> snapshots.addAll(pool.snapshots()));
        return snapshots;
    }

    /** Called when the proxy stops: closes idle connections, and ends the wait of all sessions. */
    public void close() {
        assert loop.inEventLoop();
        byPair.values().forEach(LoopPool::retire);
        retired.addAll(byPair.values());
        byPair.clear();
    }

    private LoopPool newPool(Pair pair) {
        Server server = pair.primary();
        return new LoopPool(
                loop,
                loopNumber,
                pair.name(),
                server,
                limits,
                serverLimits.of(server),
                connector,
                observer,
                urgent -> others.makeRoom(server, urgent),
                lease);
    }

    private void startSweeping() {
        if (!sweeping) {
            sweeping = true;
            long everyMillis = Math.max(100, limits.idleMillis() / 4);
            var unused = loop.scheduleWithFixedDelay(this::sweep, everyMillis, everyMillis, TimeUnit.MILLISECONDS);
        }
    }

    /** Called when a server seems to stand still. */
    public void doubt(Server server) {
        byPair.values().stream().filter(pool -> pool.server().equals(server)).forEach(LoopPool::doubt);
    }

    private void sweep() {
        byPair.values().forEach(LoopPool::closeStale);
        retired.removeIf(pool -> pool.total() == 0);
    }
}
