package io.pinion.server.planning;

import io.netty.util.concurrent.EventExecutor;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.routing.text.lexer.PlanningThread;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Plans texts that may take long. There are few threads, each with a planner of its own, since the event loops need the
 * processors; one user's texts never have all of them. Thread-safe.
 */
public final class PlanningPool implements AutoCloseable {
    /** The longest time from the arrival of a text to its plan, the wait for a thread included. */
    public static final long DEADLINE_MILLIS = 30_000;

    /** Others wait for the thread that a text has. */
    private static final long MOST_PLANNING_MILLIS = 8_000;

    /** A session has one text at a time here. */
    private static final int MOST_WAITING_OF_ONE_USER = 4_096;

    private static final int LEAST_THREADS = 2;

    private final PlanningLine line;
    private final long mostMillis;

    /** @param planners makes a planner, which one thread uses */
    public PlanningPool(Supplier<? extends StatementPlanner> planners) {
        this(planners, Math.max(LEAST_THREADS, Runtime.getRuntime().availableProcessors() / 2), MOST_PLANNING_MILLIS);
    }

    /** @param mostMillis the longest time that one text may have a thread */
    PlanningPool(Supplier<? extends StatementPlanner> planners, int threads, long mostMillis) {
        this.mostMillis = mostMillis;
        this.line = new PlanningLine(MOST_WAITING_OF_ONE_USER, Math.max(1, threads - 1));
        for (int number = 1; number <= threads; number++) {
            new PlanningThread(() -> work(planners.get()), "pinion-planning-" + number).start();
        }
    }

    /**
     * Plans on a thread of the pool, as soon as it is the user's turn.
     *
     * @param then called on {@code loop}, later, unless the text was given up before
     * @param failed called instead with the reason why there is no plan
     * @return gives the text up, whether or not it is being planned
     */
    public <T> Runnable plan(
            String user,
            Function<StatementPlanner, T> planning,
            EventExecutor loop,
            Consumer<T> then,
            Consumer<Throwable> failed) {
        PlannedText<T> text = new PlannedText<>(user, planning, loop, then, failed);
        if (!line.join(text)) {
            loop.execute(() -> failed.accept(NotPlannedException.tooMany()));
        }
        return () -> {
            text.cancel(true);
            line.leave(text);
        };
    }

    private void work(StatementPlanner planner) {
        for (PlannedText<?> text = line.next(); text != null; text = line.next()) {
            try {
                text.run(planner, mostMillis);
            } finally {
                // An interruption was meant for this text.
                boolean unused = Thread.interrupted();
                line.planned(text);
            }
        }
    }

    @Override
    public void close() {
        line.close();
    }
}
