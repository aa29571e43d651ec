package io.pinion.server.bootstrap;

import io.pinion.config.settings.PairSettings;
import io.pinion.config.topology.Topology;
import io.pinion.operations.promotion.Promotions;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.watch.ServerWatch;
import io.pinion.server.pairs.AutomaticPromotions;
import io.pinion.server.pairs.RestartedPrimaries;
import io.pinion.server.pairs.ReturnedPrimaries;
import io.pinion.server.pairs.ServerChecks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks the servers of all pairs again and again, for those who act on what they answer. */
final class PairWatch {
    /** Short beside the time that a person needs to look. */
    private static final Duration ASK_SERVERS_EVERY = Duration.ofSeconds(2);

    private PairWatch() {}

    /** @return the automatic promotions, to be started when this proxy is registered; empty where they are off */
    static Optional<AutomaticPromotions> start(
            StartedParts parts,
            OpenedTopology topology,
            ServerAccess access,
            ClusterProxies proxies,
            PairSettings settings,
            Promotions promotions,
            ServerChecks checks) {
        Supplier<Topology> current = topology.source()::current;
        List<ServerWatch.Listener> listeners = new ArrayList<>(List.of(checks));
        // Without ZooKeeper no lock keeps proxies apart.
        if (settings.openRestartedPrimary() && topology.registry().isPresent()) {
            listeners.add(new RestartedPrimaries(current, promotions, checks::standbyAnswers));
        }
        Optional<AutomaticPromotions> automatic = settings.promoteAutomatically()
                .time()
                .map(silence ->
                        parts.add(new AutomaticPromotions(current, promotions, proxies, checks::health, silence)));
        automatic.ifPresent(promoting -> {
            checks.explainSilence(promoting::objection);
            listeners.addAll(promoting.listeners());
            listeners.add(new ReturnedPrimaries(current, promotions));
        });
        parts.add(ServerWatch.start(current, access, ASK_SERVERS_EVERY, ServerWatch.Listener.all(listeners)));
        return automatic;
    }
}
