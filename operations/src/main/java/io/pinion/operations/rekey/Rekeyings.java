package io.pinion.operations.rekey;

import io.pinion.config.topology.Account;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Changes keys of many rows for operators who ask. Thread-safe. */
public final class Rekeyings implements RekeyControl, AutoCloseable {
    private final OperationRunner<RekeyTask, ?, ?> runner;

    public Rekeyings(OperationServices services, UserStatements statements) {
        this.runner = new OperationRunner<>(new RekeyWorkflow(services, statements), services);
    }

    public OperationRunner<?, ?, ?> runner() {
        return runner;
    }

    @Override
    public CompletionStage<Operation> begin(RekeyTask task, String user) {
        return runner.ask(
                () -> runner.beginInBackground(task, user, 0, "not begun", origin -> runner.explain(task, origin)));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(RekeyTask task, String user) {
        return runner.explained(() -> runner.explain(task, Origin.of(user, Account.OPERATOR)));
    }

    @Override
    public void close() {
        runner.close();
    }
}
