package io.pinion.operations.queue.conversion;

import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.copy.Pace;
import io.pinion.operations.engine.CopyOfOperation;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.queue.QueueServer;
import io.pinion.operations.server.ServerLogin;
import java.util.List;
import java.util.Optional;

/** Leaves clients and the standby their share of a primary while a shard's rows are copied. For one thread; blocks. */
final class ConversionPace extends CopyOfOperation {
    private final RunningOperation operation;
    private final QueueServer primary;
    private final Pace pace;

    /** @param login of the primary, without a mark */
    ConversionPace(RunningOperation operation, OperationServices services, ServerLogin login, QueueServer primary) {
        super(operation, services, List.of(login));
        this.operation = operation;
        this.primary = primary;
        this.pace = new Pace(services.copies().speed(), this);
    }

    @Override
    protected void enterBeginning() {
        // The journal has the step, which says so.
    }

    @Override
    public Optional<String> mustWait() {
        return primary.behind().or(super::mustWait);
    }

    /** Call this behind each piece of work; returns when the next one may begin. */
    void wrote(long rows) throws OperationRefused {
        operation.requireMayGoOn();
        try {
            pace.wrote(rows, 0);
        } catch (CopyBroken e) {
            operation.requireMayGoOn();
            throw new OperationRefused(String.valueOf(e.getMessage()));
        }
    }
}
