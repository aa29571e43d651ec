package io.pinion.operations.mapping;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Account;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Checks and repairs mappings for operators who ask. Thread-safe. */
public final class Mappings implements MappingControl, AutoCloseable {
    private final OperationServices services;
    private final OperationRunner<MappingTask, ?, ?> runner;

    public Mappings(OperationServices services) {
        this.services = services;
        this.runner = new OperationRunner<>(new MappingWorkflow(services), services);
    }

    public OperationRunner<?, ?, ?> runner() {
        return runner;
    }

    @Override
    public CompletionStage<Operation> begin(MappingTask task, String user) {
        return runner.ask(() -> {
            TaskLock lock = runner.locked(task, Duration.ZERO);
            try {
                Origin origin = Origin.of(user, Account.OPERATOR);
                // What is refused leaves no entry in the journal.
                runner.explain(task, origin);
                return runner.beginInBackground(
                        task, origin, services.beginning(0).withDetail("waiting for its turn"), lock);
            } catch (OperationRefused | StoreUnavailable | SQLException | RuntimeException e) {
                lock.close();
                throw e;
            }
        });
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(MappingTask task) {
        return runner.explained(() -> runner.explain(task, Origin.of("", Account.OPERATOR)));
    }

    @Override
    public void close() {
        runner.close();
    }
}
