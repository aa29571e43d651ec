package io.pinion.operations.mapping;

import io.pinion.config.topology.Account;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Task;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Checks and repairs mappings for operators who ask. Thread-safe. */
public final class Mappings implements MappingControl, AutoCloseable {
    private final OperationRunner<MappingTask, ?, ?> runner;
    private final OperationRunner<MappingWatch, ?, ?> watcher;
    private final WatchFindings findings = new WatchFindings();

    public Mappings(OperationServices services) {
        this.runner = new OperationRunner<>(new MappingWorkflow(services), services);
        this.watcher = new OperationRunner<>(new WatchWorkflow(services, findings), services);
    }

    public List<OperationRunner<?, ?, ?>> runners() {
        return List.of(runner, watcher);
    }

    @Override
    public CompletionStage<Operation> begin(MappingTask task, String user) {
        return begun(runner, task, user);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(MappingTask task) {
        return explained(runner, task);
    }

    @Override
    public CompletionStage<Operation> watch(MappingWatch task, String user) {
        return begun(watcher, task, user);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explainWatch(MappingWatch task) {
        return explained(watcher, task);
    }

    private static <T extends Task> CompletionStage<Operation> begun(
            OperationRunner<T, ?, ?> runner, T task, String user) {
        return runner.ask(
                () -> runner.beginInBackground(task, user, 0, "not begun", origin -> runner.explain(task, origin)));
    }

    private static <T extends Task> CompletionStage<List<PlannedAction>> explained(
            OperationRunner<T, ?, ?> runner, T task) {
        return runner.explained(() -> runner.explain(task, Origin.of("", Account.OPERATOR)));
    }

    @Override
    public List<String> problems() {
        return findings.problems();
    }

    @Override
    public long watchedFaults() {
        return findings.faults();
    }

    @Override
    public void close() {
        watcher.close();
        runner.close();
    }
}
