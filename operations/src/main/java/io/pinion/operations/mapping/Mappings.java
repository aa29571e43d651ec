package io.pinion.operations.mapping;

import io.pinion.config.topology.Account;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Checks and repairs mappings for operators who ask. Thread-safe. */
public final class Mappings implements MappingControl, AutoCloseable {
    private final OperationRunner<MappingTask, ?, ?> runner;

    public Mappings(OperationServices services) {
        this.runner = new OperationRunner<>(new MappingWorkflow(services), services);
    }

    public OperationRunner<?, ?, ?> runner() {
        return runner;
    }

    @Override
    public CompletionStage<Operation> begin(MappingTask task, String user) {
        return runner.ask(
                () -> runner.beginInBackground(task, user, 0, "not begun", origin -> runner.explain(task, origin)));
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
