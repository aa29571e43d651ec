package io.pinion.server.shadow;

import io.pinion.config.topology.Account;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.planner.RepeatableRead;
import io.pinion.server.execution.answer.CollectedAnswer;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.observe.ShadowSnapshot;
import io.pinion.server.observe.StatementShape;
import io.pinion.server.scatter.Scatters;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a share of the reads of a database that is being imported once more, of both sides, and compares. Sessions only
 * offer their texts; a few are asked at a time, and a few wait. Thread-safe.
 */
public final class ShadowReads implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ShadowReads.class);

    /** Each takes one connection to each server at most. */
    private static final int AT_A_TIME = 2;

    private static final int MOST_WAITING = 100;
    private static final int LONGEST_TEXT = 64 * 1024;
    private static final int ALL_PERCENT = 100;

    /** Behind the deadline of a session, when its event loop is very busy. */
    private static final long LATEST_MILLIS = 2 * ShadowSession.DEADLINE.toMillis();

    private final ImportLookup imports;
    private final ShadowStatistics statistics = new ShadowStatistics();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger turn = new AtomicInteger();
    private final ScheduledThreadPoolExecutor workers = new ScheduledThreadPoolExecutor(AT_A_TIME, task -> {
        Thread thread = new Thread(task, "pinion-shadow-reads");
        thread.setDaemon(true);
        return thread;
    });
    private volatile @Nullable Loops loops;

    /** Which imports have nearly all that clients write. */
    @FunctionalInterface
    public interface ImportLookup {
        /** The number of the import of a database that carries what clients write; empty while none does. Blocks. */
        OptionalLong following(String database);
    }

    public ShadowReads(ImportLookup imports) {
        this.imports = imports;
    }

    /** @param limits of the statements over several shards */
    private record Loops(List<LoopCluster> clusters, Scatters limits) {}

    /**
     * Event loops exist later than what their sessions share.
     *
     * @param limits apart from those of clients
     */
    public void open(Collection<LoopCluster> clusters, Scatters limits) {
        loops = new Loops(List.copyOf(clusters), limits);
    }

    /** The outcomes of each keyspace's latest import, by shape. */
    public List<ShadowSnapshot> snapshots() {
        return statistics.snapshots();
    }

    /**
     * A client has got the answer to a text that is one statement or several. Called on the session's event loop.
     *
     * @param catalog that the statement was planned with
     */
    public void answered(SessionContext session, Catalog catalog, byte[] sql) {
        Optional<String> database = session.state().database();
        int percent = database.isEmpty() ? 0 : catalog.shadowReadsOf(database.get());
        if (percent > 0 && ThreadLocalRandom.current().nextInt(ALL_PERCENT) < percent) {
            offer(database.get(), session, sql);
        }
    }

    private void offer(String keyspace, SessionContext session, byte[] sql) {
        boolean ofSession = session.hasBegun()
                || session.pinned()
                        .all()
                        .pairWith(RetainedState.TEMPORARY_TABLE)
                        .isPresent();
        // A text of a user with fewer rights is run with his account alone, which may have none on the shards yet.
        boolean limited = !session.state().user().account().equals(Account.DATA);
        if (ofSession || limited || sql.length > LONGEST_TEXT) {
            return;
        }
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            statistics.full(keyspace);
            return;
        }
        begin(new ShadowRead(
                keyspace,
                sql,
                session.state().user(),
                session.state().variables().copy(),
                session.state().capabilities()));
    }

    private void begin(ShadowRead read) {
        later(Duration.ZERO, () -> {
            Loops open = loops;
            if (open == null) {
                waiting.decrementAndGet();
                return;
            }
            LoopCluster cluster = open.clusters()
                    .get(Math.floorMod(turn.getAndIncrement(), open.clusters().size()));
            AskedRead.of(this, cluster, open.limits(), read).ifPresentOrElse(AskedRead::go, waiting::decrementAndGet);
        });
    }

    private interface Work {
        void run() throws InterruptedException, ExecutionException, TimeoutException;
    }

    /** Whatever happens, the read doesn't wait any more when its work has failed. */
    private void later(Duration pause, Work work) {
        try {
            workers.schedule(() -> run(work), pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopping) {
            waiting.decrementAndGet();
        }
    }

    private void run(Work work) {
        try {
            work.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            waiting.decrementAndGet();
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            waiting.decrementAndGet();
            log.warn("A shadow read has failed", e);
        }
    }

    /** One read, asked until its outcome is known. */
    private record AskedRead(
            ShadowReads all, LoopCluster cluster, Scatters limits, ShadowRead read, String shape, ShadowTries tries) {
        /** Empty for a statement that isn't compared. */
        static Optional<AskedRead> of(ShadowReads all, LoopCluster cluster, Scatters limits, ShadowRead read)
                throws InterruptedException, ExecutionException, TimeoutException {
            return on(cluster, present -> {
                var view = new ShadowSession(present, read).view();
                Optional<RepeatableRead> kind = present.planner().repeatable(present.catalog(), view, read.sql());
                return CompletableFuture.completedStage(kind.map(repeatable -> new AskedRead(
                        all, present, limits, read, StatementShape.of(read.sql(), view), new ShadowTries(repeatable))));
            });
        }

        void go() {
            all.later(Duration.ZERO, this::look);
        }

        private void look() throws InterruptedException, ExecutionException, TimeoutException {
            boolean wanted = on(
                    cluster,
                    present ->
                            CompletableFuture.completedStage(present.catalog().shadowReadsOf(read.keyspace()) > 0));
            OptionalLong number = wanted ? all.imports.following(read.keyspace()) : OptionalLong.empty();
            if (number.isEmpty()) {
                all.waiting.decrementAndGet();
                return;
            }
            all.statistics.of(read.keyspace(), number.getAsLong());
            long begun = System.nanoTime();
            CollectedAnswer old = on(cluster, present -> new ShadowSession(present, read).ask());
            long between = System.nanoTime();
            CollectedAnswer now = on(cluster, present -> new ShadowSession(present.handedOver(limits), read).ask());
            long ended = System.nanoTime();
            all.statistics.timed(
                    read.keyspace(), shape, Duration.ofNanos(between - begun), Duration.ofNanos(ended - between));
            switch (tries.tried(old, now, ended)) {
                case ShadowTries.Next.Again(Duration pause) -> all.later(pause, this::look);
                case ShadowTries.Next.Over(var outcome, String why) -> {
                    all.statistics.over(read.keyspace(), shape, outcome, why);
                    all.waiting.decrementAndGet();
                }
            }
        }

        private static <T> T on(LoopCluster cluster, Function<LoopCluster, CompletionStage<T>> question)
                throws InterruptedException, ExecutionException, TimeoutException {
            return CompletableFuture.supplyAsync(
                            () -> question.apply(cluster), cluster.pools().loop())
                    .thenCompose(Function.identity())
                    .get(LATEST_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}
