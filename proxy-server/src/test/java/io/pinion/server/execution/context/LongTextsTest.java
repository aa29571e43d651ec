package io.pinion.server.execution.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Rights;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.testing.Planners;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LongTextsTest {
    private static final byte[] LONG =
            ("SELECT 'x' IN (" + "'y', ".repeat(10_000) + "'z') AS found").getBytes(StandardCharsets.UTF_8);

    private static final Catalog CATALOG =
            new Catalog(1, List.of(new Keyspace.Single("legacy", "pair1")), Optional.of("pair1"));
    private static final SessionView SESSION = new SessionView(
            Optional.of("legacy"),
            SessionView.SqlModeFlags.DEFAULT,
            "utf8mb4",
            LastInsertId.ON_SERVER,
            "app",
            "localhost",
            11,
            false,
            () -> PreviousDiagnostics.ON_SERVER,
            Rights.EVERYTHING,
            Set.of());

    private final PlanCache cache = new PlanCache(10);
    private final FingerprintKey key = new FingerprintKey(1, 2);

    @Test
    void whatTheThreadHasLearnedTheLoopKnows() throws Exception {
        DefaultEventExecutor loop = new DefaultEventExecutor();
        StatementPlanner ofLoop = planner();
        try (LongTexts texts = new LongTexts(planner())) {
            assertThat(ofLoop.isQuick(CATALOG, SESSION, LONG)).isFalse();
            CompletableFuture<Boolean> onLoop = new CompletableFuture<>();

            texts.learn(CATALOG, SESSION, LONG, loop, () -> onLoop.complete(loop.inEventLoop()));

            assertThat(onLoop.get(20, TimeUnit.SECONDS)).isTrue();
            assertThat(ofLoop.isQuick(CATALOG, SESSION, LONG)).isTrue();
        } finally {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    private StatementPlanner planner() {
        return Planners.make(cache, key, SqlDialect.MARIADB, 110405);
    }
}
