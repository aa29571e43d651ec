package io.pinion.server.xa;

import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerAccess;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.observe.InDoubtSnapshot;
import io.pinion.server.observe.LogKeys;
import io.pinion.server.session.XaNames;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes XA branches whose proxy no longer does, in a pass at the start and then periodically. Every proxy runs it;
 * two that meet do no harm. It begins when a keyspace has {@code "transactions": "xa"}, and then runs until the proxy
 * ends.
 *
 * <p>Thread-safe; all passes run on one thread.
 */
public final class XaRecovery implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(XaRecovery.class);
    private static final long CLOSE_SECONDS = 5;

    private final Supplier<Topology> topology;
    private final ServerAccess access;
    private final XaNames names;
    private final Supplier<Optional<Set<String>>> alive;
    private final Timing timing;
    private final Counts counts;
    private final ScheduledThreadPoolExecutor thread;
    private final Map<String, Instant> seenSince = new HashMap<>();
    private boolean wanted;
    private String lastTrouble = "";
    private volatile List<InDoubtSnapshot> inDoubt = List.of();

    /**
     * @param every the delay between the end of one pass and the next
     * @param grace the time that a branch must have been seen while its proxy isn't registered: the proxy may only have
     *     lost ZooKeeper
     * @param unregistered the same time while the set of registered proxies is unknown
     */
    public record Timing(Duration every, Duration grace, Duration unregistered) {
        public static final Timing DEFAULT =
                new Timing(Duration.ofSeconds(5), Duration.ofSeconds(3), Duration.ofSeconds(60));
    }

    /** Receives the numbers of finished branches. */
    public interface Counts {
        Counts NONE = (committed, rolledBack) -> {};

        void finished(int committed, int rolledBack);
    }

    private XaRecovery(
            Supplier<Topology> topology,
            ServerAccess access,
            XaNames names,
            Supplier<Optional<Set<String>>> alive,
            Timing timing,
            Counts counts) {
        this.topology = topology;
        this.access = access;
        this.names = names;
        this.alive = alive;
        this.timing = timing;
        this.counts = counts;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "pinion-xa");
            made.setDaemon(true);
            return made;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /**
     * Runs the first pass, but waits for it no longer than {@code timeout}: a server that is down must not hold up the
     * start.
     *
     * @param alive the ids of the registered proxies; empty when unknown. Called on the recovery's thread, may block.
     */
    public static XaRecovery start(
            Supplier<Topology> topology,
            ServerAccess access,
            XaNames names,
            Supplier<Optional<Set<String>>> alive,
            Timing timing,
            Counts counts,
            Duration timeout) {
        XaRecovery recovery = new XaRecovery(topology, access, names, alive, timing, counts);
        CompletableFuture<Void> first = CompletableFuture.runAsync(recovery::look, recovery.thread);
        recovery.thread.scheduleWithFixedDelay(
                recovery::look, timing.every().toMillis(), timing.every().toMillis(), TimeUnit.MILLISECONDS);
        try {
            first.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException later) {
            log.warn("Two-phase commits of before were not looked for yet: the start doesn't wait for it any longer");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("looking never throws", e);
        }
        return recovery;
    }

    /** The branches that the last pass couldn't finish, with the reasons. */
    public List<InDoubtSnapshot> inDoubt() {
        return inDoubt;
    }

    private void look() {
        try {
            Topology current = topology.get();
            wanted |= current.keyspaces().values().stream()
                    .anyMatch(keyspace -> keyspace.transactions() == TransactionMode.XA);
            if (wanted) {
                look(current);
            }
        } catch (RuntimeException e) {
            log.error("Pinion made a mistake looking for unfinished two-phase commits", e);
        }
    }

    private void look(Topology current) {
        Optional<Set<String>> registered = alive.get();
        try (RecoveryPass pass = new RecoveryPass(current, access, names)) {
            pass.run(seenSince, (proxy, since) -> isAbandoned(proxy, since, registered));
            inDoubt = pass.inDoubt();
            counts.finished(pass.committed(), pass.rolledBack());
            tell(pass.unreachable());
        }
    }

    private boolean isAbandoned(String proxy, Instant since, Optional<Set<String>> registered) {
        if (proxy.equals(names.proxy())) {
            return true;
        }
        if (registered.isPresent() && registered.get().contains(proxy)) {
            return false;
        }
        Duration wait = registered.isPresent() ? timing.grace() : timing.unregistered();
        return Duration.between(since, Instant.now()).compareTo(wait) >= 0;
    }

    /** Logs a trouble that stays only once. */
    private void tell(Map<String, String> unreachable) {
        String trouble = unreachable.toString();
        if (!trouble.equals(lastTrouble)) {
            lastTrouble = trouble;
            unreachable.forEach((pair, reason) -> log.atWarn()
                    .addKeyValue(LogKeys.PAIR, pair)
                    .addKeyValue(LogKeys.REASON, reason)
                    .log("Unfinished two-phase commits can't be looked for"));
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                log.warn("Looking for two-phase commits did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
