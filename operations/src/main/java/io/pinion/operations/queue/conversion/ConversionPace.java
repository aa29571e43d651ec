package io.pinion.operations.queue.conversion;

import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.copy.Pace;
import io.pinion.operations.engine.CopyOfOperation;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.queue.QueueServer;
import io.pinion.operations.server.ServerLogin;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Leaves clients and the standby their share of a primary while a shard's rows are copied. For one thread; blocks. */
final class ConversionPace extends CopyOfOperation {
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(500);
    private static final Duration BEHIND = Duration.ofSeconds(1);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(3);

    private final RunningOperation operation;
    private final QueueServer primary;
    private final Pace pace;
    private final Between between;
    private long looked = System.nanoTime();

    /** What else is to be done from time to time. */
    @FunctionalInterface
    interface Between {
        void run() throws OperationRefused, SQLException;
    }

    /** @param login of the primary, without a mark */
    ConversionPace(
            RunningOperation operation,
            OperationServices services,
            ServerLogin login,
            QueueServer primary,
            Between between) {
        super(operation, services, List.of(login));
        this.operation = operation;
        this.primary = primary;
        this.between = between;
        this.pace = new Pace(services.copies().speed(), this);
    }

    @Override
    protected void enterBeginning() {
        // The journal has the step, which says so.
    }

    /** Call this behind each piece of work; returns when the next one may begin. */
    void wrote(long rows) throws OperationRefused, SQLException {
        between.run();
        operation.requireMayGoOn();
        if (System.nanoTime() - looked >= LOOK_EVERY.toNanos()) {
            awaitStandby();
            looked = System.nanoTime();
        }
        try {
            pace.wrote(rows, 0);
        } catch (CopyBroken e) {
            operation.requireMayGoOn();
            throw new OperationRefused(String.valueOf(e.getMessage()));
        }
    }

    /** A look lasts until the standby has what the primary has now. */
    private void awaitStandby() throws OperationRefused, SQLException {
        for (Optional<String> behind = primary.behind(); behind.isPresent(); behind = primary.behind()) {
            between.run();
            operation.tellNowAndThen("waiting: " + behind.get());
            operation.pause(BEHIND);
        }
    }

    /** Behind an attempt that others were in the way of. */
    void pause() throws OperationRefused, SQLException {
        between.run();
        operation.tellNowAndThen("waiting until nobody has the table for a moment");
        operation.pause(BETWEEN_ATTEMPTS);
    }
}
