package io.pinion.operations.mapping;

import io.pinion.operations.engine.BackgroundControl;
import io.pinion.operations.engine.BackgroundTasks;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import java.util.List;

/** Checks and repairs mappings for operators who ask. Thread-safe. */
public final class Mappings implements MappingControl, AutoCloseable {
    private final WatchFindings findings = new WatchFindings();
    private final BackgroundTasks<MappingTask> checks;
    private final BackgroundTasks<MappingWatch> watches;

    public Mappings(OperationServices services) {
        this.checks = new BackgroundTasks<>(new MappingWorkflow(services), services);
        this.watches = new BackgroundTasks<>(new WatchWorkflow(services, findings), services);
    }

    public List<OperationRunner<?, ?, ?>> runners() {
        return List.of(checks.runner(), watches.runner());
    }

    @Override
    public BackgroundControl<MappingTask> checks() {
        return checks;
    }

    @Override
    public BackgroundControl<MappingWatch> watches() {
        return watches;
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
        watches.close();
        checks.close();
    }
}
