package io.pinion.server.bootstrap;

import io.pinion.config.source.TopologyLease;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What the health page says: why clients can't be served, and which pairs need care. Any thread may ask. */
final class ProxyReadiness {
    private volatile Optional<TopologyLease> lease = Optional.empty();
    private volatile Supplier<List<String>> problems = List::of;
    private volatile Supplier<List<String>> lateLoops = List::of;

    /** Empty once the proxy serves clients. */
    private volatile Optional<String> waitsFor = Optional.of("no topology yet, or the listener is not open");

    private volatile boolean draining;

    void waitsFor(String reason) {
        waitsFor = Optional.of(reason);
    }

    /**
     * Clients are served from now on, as long as a lease is held where one is needed.
     *
     * @param late the event loops that keep their clients waiting, asked anew each time
     */
    void serves(Optional<TopologyLease> needed, Supplier<List<String>> late) {
        lease = needed;
        lateLoops = late;
        waitsFor = Optional.empty();
    }

    void drains() {
        draining = true;
    }

    void closes() {
        lateLoops = List::of;
        waitsFor("the listener is closed");
    }

    /** @param told the problems of pairs, asked anew each time */
    void tells(Supplier<List<String>> told) {
        problems = told;
    }

    /** Why clients can't be served; empty when they are. */
    List<String> missing() {
        if (draining) {
            return List.of("draining: this proxy is being stopped and takes no more clients");
        }
        if (waitsFor.isPresent()) {
            return List.of(waitsFor.get());
        }
        if (lease.isPresent() && !lease.get().holds()) {
            return List.of("cut off from ZooKeeper: primaries may be replaced without this proxy's knowledge"
                    + " (pairs.promote_automatically), so that it refuses statements");
        }
        return lateLoops.get();
    }

    List<String> problems() {
        return problems.get();
    }
}
