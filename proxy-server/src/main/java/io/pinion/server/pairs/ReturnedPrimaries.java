package io.pinion.server.pairs;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.promotion.Promotions;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.operations.server.watch.ServerWatch;
import io.pinion.server.observe.LogKeys;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fences a standby that takes writes because it was a primary, cut off from all proxies, when its pair was promoted
 * automatically. All proxies see it and try; one gets the pair's lock. Called on threads of the server watch; never
 * blocks.
 */
public final class ReturnedPrimaries implements ServerWatch.Listener {
    private static final Logger log = LoggerFactory.getLogger(ReturnedPrimaries.class);

    private final Supplier<Topology> topology;
    private final Promotions promotions;

    /** Pairs whose standby is being checked. */
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /**
     * By pair: the generation for which its standby is left to operators, since its pair wasn't promoted automatically.
     */
    private final Map<String, Long> others = new ConcurrentHashMap<>();

    public ReturnedPrimaries(Supplier<Topology> topology, Promotions promotions) {
        this.topology = topology;
        this.promotions = promotions;
    }

    @Override
    public void answered(Server server, ServerReport report, Topology asked) {
        if (report.fenced()) {
            return;
        }
        Topology now = topology.get();
        for (Pair pair : now.pairs().values()) {
            boolean isStandby = pair.standby().filter(server::equals).isPresent();
            boolean known = Long.valueOf(now.generation()).equals(others.get(pair.name()));
            if (isStandby && !known && !pair.held() && underWay.add(pair.name())) {
                fence(pair.name(), server.name(), now.generation());
            }
        }
    }

    private void fence(String pair, String server, long generation) {
        promotions.fenceReturned(pair).whenComplete((fenced, failure) -> {
            underWay.remove(pair);
            if (failure != null) {
                log.atDebug()
                        .addKeyValue(LogKeys.PAIR, pair)
                        .addKeyValue(LogKeys.REASON, failure.getMessage())
                        .log("A standby that takes writes is not fenced now");
            } else if (fenced) {
                log.atWarn()
                        .addKeyValue(LogKeys.PAIR, pair)
                        .addKeyValue(LogKeys.SERVER, server)
                        .log("A primary that was replaced while it was cut off is back, and fenced now");
            } else {
                others.put(pair, generation);
            }
        });
    }
}
