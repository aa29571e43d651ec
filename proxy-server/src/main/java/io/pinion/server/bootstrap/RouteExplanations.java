package io.pinion.server.bootstrap;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.PlanText;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.SessionView;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Plans statements for EXPLAIN ROUTE, without running them. Thread-safe; no call blocks. */
final class RouteExplanations {
    private static final int MOST_WAITING = 100;

    /** Everybody may ask for a text of any length, which an event loop must not stand still for. */
    private final ThreadPoolExecutor explaining =
            new ThreadPoolExecutor(0, 1, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), task -> {
                Thread thread = new Thread(task, "pinion-explain-route");
                thread.setDaemon(true);
                return thread;
            });

    private final PlannerFactory planners;
    private final Supplier<Catalog> catalog;

    /** @param catalog that of the proxy's own statements, since their plans are in one cache */
    RouteExplanations(PlannerFactory planners, Supplier<Catalog> catalog) {
        this.planners = planners;
        this.catalog = catalog;
    }

    CompletionStage<String> explain(String sql, SessionView session) {
        try {
            return CompletableFuture.supplyAsync(() -> plan(sql, session), explaining);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedStage(
                    new IllegalStateException("too many texts wait to be explained: ask again", e));
        }
    }

    /** The text came as characters, so it is planned as if the client spoke UTF-8. */
    private String plan(String sql, SessionView session) {
        SessionView utf8 = new SessionView(
                session.database(),
                session.sqlMode(),
                "utf8mb4",
                "utf8mb4",
                session.lastInsertId(),
                session.userName(),
                session.clientHost(),
                session.connectionId(),
                session.admin(),
                // Another thread asks than the session's.
                () -> PreviousDiagnostics.ON_SERVER,
                session.rights(),
                session.textStatements(),
                SessionView.Connection.LOCAL,
                Optional.empty());
        return PlanText.of(planners.make().plan(catalog.get(), utf8, sql.getBytes(StandardCharsets.UTF_8)));
    }
}
