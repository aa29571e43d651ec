package io.pinion.server.planning;

import io.netty.util.concurrent.EventExecutor;
import io.pinion.routing.planner.StatementPlanner;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A text that a thread of the pool plans, or that waits for one. Its event loop alone cancels it, and gets the outcome
 * unless it has.
 */
final class PlannedText<T> extends FutureTask<T> {
    private final String user;
    private final EventExecutor loop;
    private final Consumer<T> then;
    private final Consumer<Throwable> failed;

    private final OnThread<T> planning;

    PlannedText(
            String user,
            Function<StatementPlanner, T> planning,
            EventExecutor loop,
            Consumer<T> then,
            Consumer<Throwable> failed) {
        this(user, new OnThread<>(planning), loop, then, failed);
    }

    private PlannedText(
            String user, OnThread<T> planning, EventExecutor loop, Consumer<T> then, Consumer<Throwable> failed) {
        super(planning);
        this.user = user;
        this.planning = planning;
        this.loop = loop;
        this.then = then;
        this.failed = failed;
    }

    String user() {
        return user;
    }

    /** Plans, on the calling thread, which gives it up when that takes too long. */
    void run(StatementPlanner ofThread, long mostMillis) {
        planning.planner = ofThread;
        Future<?> limit = loop.schedule(() -> endLate(), mostMillis, TimeUnit.MILLISECONDS);
        run();
        limit.cancel(false);
    }

    /** Other texts wait for the thread. */
    private void endLate() {
        if (cancel(true)) {
            failed.accept(NotPlannedException.tooLong());
        }
    }

    private static final class OnThread<T> implements Callable<T> {
        private final Function<StatementPlanner, T> planning;
        private @Nullable StatementPlanner planner;

        OnThread(Function<StatementPlanner, T> planning) {
            this.planning = planning;
        }

        @Override
        public T call() {
            return planning.apply(Objects.requireNonNull(planner));
        }
    }

    @Override
    protected void done() {
        if (!isCancelled() && !loop.isShuttingDown()) {
            loop.execute(this::tell);
        }
    }

    private void tell() {
        try {
            then.accept(get());
        } catch (ExecutionException e) {
            failed.accept(e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("the outcome was there", e);
        }
    }
}
