package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TableLock;
import io.pinion.operations.promotion.PromotionOutcome.NotPromoted;
import io.pinion.operations.server.ServerAccess;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Promotions that this proxy runs, one at a time for each pair of the cluster. Thread-safe; no call blocks. */
public final class Promotions implements AutoCloseable {
    private static final int AT_A_TIME = 4;
    private static final int MAX_WAITING = 16;

    /** Of a server that says nothing, beyond what a step waits. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final Supplier<Topology> topology;
    private final TopologyStore store;
    private final OperationJournal journal;
    private final ServerAccess access;
    private final Proxies proxies;
    private final PromotionPatience patience;
    private final ThreadPoolExecutor threads;

    /** @param topology the running one */
    public Promotions(
            Supplier<Topology> topology,
            TopologyStore store,
            OperationJournal journal,
            ServerAccess access,
            Proxies proxies,
            PromotionPatience patience) {
        this.topology = topology;
        this.store = store;
        this.journal = journal;
        this.access = access;
        this.proxies = proxies;
        this.patience = patience;
        this.threads = new ThreadPoolExecutor(
                AT_A_TIME, AT_A_TIME, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MAX_WAITING), task -> {
                    Thread thread = new Thread(task, "pinion-promotion");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Makes the pair's standby its primary. The stage always completes normally. */
    public CompletionStage<PromotionOutcome> promote(String pair) {
        CompletableFuture<PromotionOutcome> outcome = new CompletableFuture<>();
        try {
            threads.execute(() -> outcome.complete(run(pair)));
        } catch (RejectedExecutionException e) {
            outcome.complete(new NotPromoted("too many promotions are waiting already; try again later"));
        }
        return outcome;
    }

    private PromotionOutcome run(String name) {
        try {
            Topology now = topology.get();
            Pair pair = now.pair(name)
                    .orElseThrow(() -> new PromotionRefused("the topology has no pair " + name + " (SHOW PAIRS)"));
            Server standby = pair.standby()
                    .orElseThrow(() -> new PromotionRefused("pair " + name + " has no standby to promote"));
            Account operator = now.account(Account.OPERATOR)
                    .orElseThrow(() -> new PromotionRefused(
                            "the topology names no account " + Account.OPERATOR + ", which a promotion needs"));
            Optional<TableLock> taken = journal.lockPair(name);
            if (taken.isEmpty()) {
                throw new PromotionRefused("another operation works on pair " + name + " now");
            }
            Duration silence = patience.catchUp().plus(SILENCE);
            try (TableLock lock = taken.get();
                    PromotionServer old = PromotionServer.open(access, pair.primary(), operator, silence);
                    PromotionServer next = PromotionServer.open(access, standby, operator, silence)) {
                PublishedPair published =
                        new PublishedPair(store, () -> topology.get().generation(), pair);
                return new PairPromotion(now, pair, published, proxies, patience).run(old, next, lock);
            }
        } catch (PromotionRefused | StoreUnavailable e) {
            return new NotPromoted(String.valueOf(e.getMessage()));
        } catch (SQLException e) {
            return new NotPromoted("the servers of pair " + name + " can't be asked: " + e.getMessage());
        } catch (RuntimeException e) {
            return new NotPromoted("an error in Pinion: " + e);
        }
    }

    /** A promotion under way goes on to its end; none begins any more. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
