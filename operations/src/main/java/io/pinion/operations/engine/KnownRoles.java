package io.pinion.operations.engine;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.work.Sleep;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Checks that this proxy knows which server of a pair is the primary. A proxy whose topology is older than a promotion
 * would unfence a standby or empty a primary. For the holder of the pair's lock, so that the roles can't change after
 * the check. Blocks.
 *
 * @param running the topology that this proxy runs with
 */
public record KnownRoles(Supplier<Topology> running, TopologyStore store) {
    /** The time in which a topology that was just stored reaches this proxy; for work that an operator asked for. */
    public static final Duration ON_ITS_WAY = Duration.ofSeconds(2);

    private static final long LOOK_EVERY_MILLIS = 20;

    /**
     * Returns when this proxy's topology has the same servers for the pairs as the stored one.
     *
     * @param timeout how long they may differ; the caller's lock meanwhile keeps out proxies that are up to date
     * @throws StoreUnavailable when they still differ, or the stored topology is older than this proxy's
     */
    public void require(Duration timeout, String... pairs) throws StoreUnavailable {
        long runs = running.get().generation();
        Topology stored = new TopologyEditor(store).current();
        if (stored.generation() > 0 && stored.generation() < runs) {
            throw new StoreUnavailable("the stored topology has generation " + stored.generation()
                    + ", and this proxy runs with " + runs
                    + ": somebody has stored an older one, which whatever is changed now would"
                    + " bring into force. Store the right one (pinion topology set)");
        }
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            Topology now = running.get();
            Optional<String> other = other(now, stored, pairs);
            if (other.isEmpty()) {
                return;
            }
            if (System.nanoTime() - end >= 0) {
                throw new StoreUnavailable(
                        "the stored topology has other servers for pair " + other.get()
                                + " than the one that runs on this proxy: look at both (SHOW PAIRS, SHOW TOPOLOGY STATUS), and try again");
            }
            Sleep.ofMillis(LOOK_EVERY_MILLIS);
        }
    }

    private static Optional<String> other(Topology now, Topology stored, String... pairs) {
        for (String pair : pairs) {
            if (!servers(now, pair).equals(servers(stored, pair))) {
                return Optional.of(pair);
            }
        }
        return Optional.empty();
    }

    private static Optional<Pair> servers(Topology topology, String pair) {
        return topology.pair(pair).map(servers -> servers.withHeld(false));
    }
}
