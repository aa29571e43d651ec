package io.pinion.server.execution.context;

import io.netty.util.concurrent.EventExecutor;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.StatementPlanner;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans long texts of a new shape on a thread of its own before their event loop does. The parser takes some 20 µs for
 * each row of an INSERT, and the loop would serve no other client in that time. The result is in the cache of plans
 * that all planners share. Thread-safe.
 */
public final class LongTexts implements AutoCloseable {
    /** Shorter texts are parsed in some milliseconds. */
    public static final int LONG_BYTES = 4 * 1024;

    private static final int MAX_WAITING = 256;
    private static final long AGAIN_MILLIS = 20;
    private static final Logger log = LoggerFactory.getLogger(LongTexts.class);

    private final StatementPlanner planner;
    private final ThreadPoolExecutor thread;

    /** @param planner used by this object only */
    public LongTexts(StatementPlanner planner) {
        this.planner = planner;
        this.thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), task -> {
            Thread made = new Thread(task, "pinion-long-texts");
            made.setDaemon(true);
            return made;
        });
    }

    /** @param then called on {@code loop}; the loop retries in a moment when too many texts wait */
    void learn(Catalog catalog, SessionView session, byte[] sql, EventExecutor loop, Runnable then) {
        try {
            thread.execute(() -> {
                try {
                    planner.plan(catalog, session, sql);
                } catch (RuntimeException e) {
                    // The loop will fail in the same way, and report to the client.
                    log.debug("Planning failed", e);
                } finally {
                    loop.execute(then);
                }
            });
        } catch (RejectedExecutionException full) {
            if (!thread.isShutdown()) {
                // Planning on the loop instead would block all of its clients.
                var unused = loop.schedule(
                        () -> learn(catalog, session, sql, loop, then), AGAIN_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
