package io.pinion.server.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Rights;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.testing.Planners;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlanningPoolTest {
    private static final Catalog CATALOG =
            new Catalog(1, List.of(new Keyspace.Single("legacy", "pair1")), Optional.of("pair1"));
    private static final SessionView SESSION = new SessionView(
            Optional.of("legacy"),
            SessionView.SqlModeFlags.DEFAULT,
            "utf8mb4",
            "utf8mb4",
            LastInsertId.ON_SERVER,
            "app",
            "localhost",
            11,
            false,
            () -> PreviousDiagnostics.ON_SERVER,
            Rights.EVERYTHING,
            Set.of(),
            SessionView.Connection.LOCAL,
            Optional.empty());

    private final DefaultEventExecutor loop = new DefaultEventExecutor();
    private final PlanningPool pool = pool(60_000);

    private static PlanningPool pool(long mostMillis) {
        return new PlanningPool(
                () -> Planners.make(new PlanCache(10), new FingerprintKey(1, 2), SqlDialect.MARIADB, 110405),
                2,
                mostMillis);
    }

    @AfterEach
    void close() {
        pool.close();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    @Test
    void aTextIsPlannedElsewhereAndToldOnTheLoop() throws Exception {
        byte[] sql = "SELECT 1".getBytes(StandardCharsets.UTF_8);
        CompletableFuture<RoutePlan> told = new CompletableFuture<>();
        CompletableFuture<Boolean> elsewhere = new CompletableFuture<>();

        pool.plan(
                "app",
                planner -> {
                    elsewhere.complete(!loop.inEventLoop());
                    return planner.plan(CATALOG, SESSION, sql);
                },
                loop,
                plan -> told.complete(loop.inEventLoop() ? plan : null),
                told::completeExceptionally);

        assertThat(told.get(20, TimeUnit.SECONDS)).isInstanceOf(RoutePlan.AnyServer.class);
        assertThat(elsewhere.get()).isTrue();
    }

    @Test
    void usersTakeTurnsAndNoneHasAllThreads() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        CompletableFuture<String> first = plan("busy", planner -> waitFor(blocked));
        CompletableFuture<String> second = plan("busy", planner -> "second");

        assertThat(plan("other", planner -> "of another").get(20, TimeUnit.SECONDS))
                .isEqualTo("of another");
        assertThat(second).isNotDone();

        blocked.countDown();
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("waited");
        assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo("second");
    }

    @Test
    void aTextThatTakesTooLongFreesItsThread() throws Exception {
        byte[] sql = ("SELECT " + "a+1,".repeat(2_000_000) + "1 FROM t").getBytes(StandardCharsets.UTF_8);
        try (PlanningPool impatient = pool(50)) {
            CompletableFuture<RoutePlan> told = new CompletableFuture<>();
            impatient.plan(
                    "app",
                    planner -> planner.plan(CATALOG, SESSION, sql),
                    loop,
                    told::complete,
                    told::completeExceptionally);

            assertThat(told)
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableThat()
                    .withCauseInstanceOf(NotPlannedException.class);
        }
    }

    /** Its words are a text that the parser reads for many seconds; and the thread is free for others at once. */
    @Test
    void whatIsGivenUpIsPlannedNoMore() throws Exception {
        byte[] sql = ("SELECT " + "a+1,".repeat(2_000_000) + "1 FROM t").getBytes(StandardCharsets.UTF_8);
        CompletableFuture<Thread> begun = new CompletableFuture<>();
        CompletableFuture<String> ended = new CompletableFuture<>();
        CompletableFuture<RoutePlan> told = new CompletableFuture<>();
        Runnable giveUp = pool.plan(
                "app",
                planner -> {
                    begun.complete(Thread.currentThread());
                    try {
                        return planner.plan(CATALOG, SESSION, sql);
                    } finally {
                        ended.complete("ended");
                    }
                },
                loop,
                told::complete,
                told::completeExceptionally);
        begun.get(20, TimeUnit.SECONDS);

        loop.submit(giveUp).get();

        assertThat(ended.get(20, TimeUnit.SECONDS)).isEqualTo("ended");
        assertThat(plan("app", planner -> "next").get(20, TimeUnit.SECONDS)).isEqualTo("next");
        assertThat(told).isNotDone();
    }

    @Test
    void whatWaitsIsGivenUp() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        CompletableFuture<String> first = plan("app", planner -> waitFor(blocked));
        CompletableFuture<String> second = new CompletableFuture<>();
        Runnable giveUp = pool.plan("app", planner -> "second", loop, second::complete, second::completeExceptionally);

        loop.submit(giveUp).get();
        blocked.countDown();

        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("waited");
        assertThat(plan("app", planner -> "third").get(20, TimeUnit.SECONDS)).isEqualTo("third");
        assertThat(second).isNotDone();
    }

    private CompletableFuture<String> plan(String user, Function<StatementPlanner, String> planning)
            throws ExecutionException, InterruptedException, TimeoutException {
        CompletableFuture<String> told = new CompletableFuture<>();
        pool.plan(user, planning, loop, told::complete, told::completeExceptionally);
        return told;
    }

    private static String waitFor(CountDownLatch latch) {
        try {
            latch.await();
            return "waited";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
