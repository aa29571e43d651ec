package io.pinion.server.pairs;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Proxies;
import io.pinion.operations.promotion.OutsideProxies;
import io.pinion.operations.promotion.PromotionOutcome;
import io.pinion.operations.promotion.PromotionOutcome.NotPromoted;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;
import io.pinion.operations.promotion.PromotionOutcome.Undone;
import io.pinion.operations.promotion.Promotions;
import io.pinion.operations.promotion.SilentPrimary;
import io.pinion.operations.server.watch.CloseStandbys;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.operations.server.watch.ServerWatch;
import io.pinion.operations.server.watch.SilentServers;
import io.pinion.server.observe.LogKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the cluster which primaries this proxy finds dead, and begins the promotion of a pair when the proxies agree
 * and no objection exists; docs/decisions/automatic-promotion.md.
 * {@link io.pinion.operations.promotion.AutomaticDecision} decides. Checks periodically on its own thread, which may
 * wait for ZooKeeper.
 */
public final class AutomaticPromotions implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AutomaticPromotions.class);

    private static final long LOOK_EVERY_MILLIS = 2_000;

    /** The interval of looking for proxies that take no part. */
    private static final Duration LIST_EVERY = Duration.ofSeconds(10);

    /**
     * The standby must have been close to its primary within this time before the silence: the interval of the checks
     * of a standby, plus the time of one check.
     */
    private static final Duration CLOSE_BEFORE_SILENCE = Duration.ofSeconds(15);

    private final Supplier<Topology> topology;
    private final Promotions promotions;
    private final Proxies proxies;
    private final Function<Pair, PairHealth> health;
    private final Duration timeout;
    private final SilentServers silent = new SilentServers(System::nanoTime);
    private final CloseStandbys close = new CloseStandbys(System::nanoTime);
    private final OutsideProxies outside = new OutsideProxies();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("pinion-automatic-promotion").factory());

    /** By pair: the reason why its silent primary isn't replaced. */
    private final Map<String, String> objections = new ConcurrentHashMap<>();

    /** By pair: the objection of the last check. Used by the thread only. */
    private final Map<String, String> seenLast = new HashMap<>();

    /** Pairs whose promotion this proxy has begun. */
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    private Consumer<Set<String>> statement = servers -> {};
    private Set<String> stated = Set.of();
    private Instant listed = Instant.MIN;

    /**
     * @param health gives a pair's state as this proxy knows it
     * @param timeout the time for which a primary must be silent
     */
    public AutomaticPromotions(
            Supplier<Topology> topology,
            Promotions promotions,
            Proxies proxies,
            Function<Pair, PairHealth> health,
            Duration timeout) {
        this.topology = topology;
        this.promotions = promotions;
        this.proxies = proxies;
        this.health = health;
        this.timeout = timeout;
    }

    /** The listeners to add to the server watch. */
    public List<ServerWatch.Listener> listeners() {
        return List.of(silent, close);
    }

    /** @param states tells the cluster which primaries this proxy finds dead; doesn't block */
    public void start(Consumer<Set<String>> states) {
        statement = states;
        var unused =
                thread.scheduleWithFixedDelay(this::look, LOOK_EVERY_MILLIS, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * The reason why the silent primary of the pair isn't replaced; empty when it isn't silent, or is about to be
     * replaced.
     */
    public Optional<String> objection(Pair pair) {
        return Optional.ofNullable(objections.get(pair.name()));
    }

    private void look() {
        try {
            listOthers();
            Topology now = topology.get();
            state(now);
            objections.keySet().retainAll(now.pairs().keySet());
            for (Pair pair : now.pairs().values()) {
                seen(pair).ifPresentOrElse(this::consider, () -> objections.remove(pair.name()));
            }
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("A look for silent primaries has failed by a mistake of Pinion's");
        }
    }

    private void listOthers() {
        Instant now = Instant.now();
        if (listed.isBefore(now.minus(LIST_EVERY))) {
            listed = now;
            try {
                outside.seen(proxies.list(), now);
            } catch (StoreUnavailable away) {
                log.atDebug().addKeyValue(LogKeys.REASON, away.getMessage()).log("The proxies can't be listed");
            }
        }
    }

    private void state(Topology now) {
        Set<String> found = new TreeSet<>();
        if (outside.names().isEmpty()) {
            now.pairs().values().stream()
                    .filter(pair -> seen(pair).isPresent())
                    .forEach(pair -> found.add(pair.primary().name()));
        }
        if (!found.equals(stated)) {
            stated = found;
            statement.accept(found);
            log.atInfo().addKeyValue("servers", found).log("This proxy states which primaries are dead for it");
        }
    }

    /** The pair's silent primary; empty when it hasn't been silent for long enough. */
    private Optional<SilentPrimary> seen(Pair pair) {
        Optional<Duration> silence = silent.silence(pair.primary()).filter(time -> time.compareTo(timeout) >= 0);
        return silence.map(time -> new SilentPrimary(
                pair,
                Instant.now().minus(time),
                health.apply(pair).standby(),
                close.within(pair, time.plus(CLOSE_BEFORE_SILENCE))));
    }

    private void consider(SilentPrimary primary) {
        String pair = primary.pair().name();
        if (underWay.contains(pair) || primary.pair().held()) {
            // The pair is being promoted, or its promotion was interrupted, which SHOW OPERATIONS shows.
            objections.remove(pair);
            return;
        }
        Optional<String> objection = objection(primary);
        if (objection.isPresent()) {
            // An objection counts only when two checks in a row find it, since the proxies come to agree one by one.
            if (objection.get().equals(seenLast.put(pair, objection.get()))) {
                told(pair, objection.get());
            }
        } else if (underWay.add(pair)) {
            objections.remove(pair);
            log.atWarn()
                    .addKeyValue(LogKeys.PAIR, pair)
                    .addKeyValue("primary", primary.pair().primary().name())
                    .addKeyValue("silent_since", primary.since())
                    .log("The primary of a pair is dead for most proxies: its promotion begins");
            promotions
                    .promoteUnasked(pair, () -> topology.get().pair(pair).flatMap(this::seen))
                    .whenComplete((outcome, failure) -> ended(pair, outcome));
        }
    }

    private Optional<String> objection(SilentPrimary primary) {
        Set<String> others = outside.names();
        if (!others.isEmpty()) {
            return Optional.of(
                    "proxy " + String.join(", ", others) + " takes no part in it, or did not within the last hour, and"
                            + " might go on writing while it is cut off: set pairs.promote_automatically on all proxies");
        }
        try {
            return promotions.objection(primary).toCompletableFuture().join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return Optional.of(String.valueOf(cause.getMessage()));
        }
    }

    /** Logs the objection only once, since the next check follows soon. */
    private void told(String pair, String objection) {
        if (!objection.equals(objections.put(pair, objection))) {
            log.atWarn()
                    .addKeyValue(LogKeys.PAIR, pair)
                    .addKeyValue(LogKeys.REASON, objection)
                    .log("The silent primary of a pair isn't replaced automatically");
        }
    }

    private void ended(String pair, PromotionOutcome outcome) {
        switch (outcome) {
            case Promoted promoted ->
                log.atWarn()
                        .addKeyValue(LogKeys.PAIR, pair)
                        .addKeyValue("primary", promoted.pair().primary().name())
                        .addKeyValue("may_be_missing", promoted.missing())
                        .log("A pair was promoted automatically");
            case NotPromoted(String reason) -> told(pair, reason);
            case Undone undone -> {
                // Only CANCEL OPERATION gives a promotion up, and this call runs one.
            }
        }
        underWay.remove(pair);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
