package io.pinion.server.pairs;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.promotion.Promotions;
import io.pinion.operations.server.watch.Restarts;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.operations.server.watch.ServerWatch;
import io.pinion.server.observe.LogKeys;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a primary that is fenced because it has restarted. All proxies see it and try; one gets the pair's lock. Called
 * on threads of the server watch; never blocks.
 */
public final class RestartedPrimaries implements ServerWatch.Listener {
    private static final Logger log = LoggerFactory.getLogger(RestartedPrimaries.class);

    private final Supplier<Topology> topology;
    private final Promotions promotions;
    private final Predicate<Pair> standbyAnswers;
    private final Restarts restarts = new Restarts();

    /** Pairs whose primary is being opened. */
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /** By pair: the last logged reason why it isn't opened. */
    private final Map<String, String> refused = new ConcurrentHashMap<>();

    /** @param standbyAnswers doesn't block */
    public RestartedPrimaries(Supplier<Topology> topology, Promotions promotions, Predicate<Pair> standbyAnswers) {
        this.topology = topology;
        this.promotions = promotions;
        this.standbyAnswers = standbyAnswers;
    }

    @Override
    public void answered(Server server, ServerReport report, Topology asked) {
        boolean restarted = restarts.isFencedByStart(server.name(), report);
        boolean isPrimary = false;
        for (Pair pair : topology.get().pairs().values()) {
            if (pair.primary().equals(server)) {
                isPrimary = true;
                if (restarted && !pair.held()) {
                    openIfSure(pair);
                }
            }
        }
        if (!isPrimary) {
            restarts.forget(server.name());
        }
    }

    /** Waiting for a silent standby would keep the pair's lock from a proxy that the standby answers. */
    private void openIfSure(Pair pair) {
        if (!standbyAnswers.test(pair)) {
            told(
                    pair.name(),
                    "its standby doesn't answer, or refuses to be asked (OPEN PAIR " + pair.name() + " opens it)");
        } else if (underWay.add(pair.name())) {
            open(pair);
        }
    }

    private void open(Pair pair) {
        promotions.openRestarted(pair).whenComplete((opened, failure) -> {
            underWay.remove(pair.name());
            if (failure == null) {
                refused.remove(pair.name());
                log.atInfo()
                        .addKeyValue(LogKeys.PAIR, pair.name())
                        .addKeyValue(LogKeys.SERVER, pair.primary().name())
                        .log("A primary that has restarted takes writes again");
            } else {
                told(pair.name(), String.valueOf(failure.getMessage()));
            }
        });
    }

    /** Logs a reason only once, since every other second brings another try. */
    private void told(String pair, String reason) {
        if (!reason.equals(refused.put(pair, reason))) {
            log.atWarn()
                    .addKeyValue(LogKeys.PAIR, pair)
                    .addKeyValue(LogKeys.REASON, reason)
                    .log("A primary that has restarted is not opened now");
        }
    }
}
