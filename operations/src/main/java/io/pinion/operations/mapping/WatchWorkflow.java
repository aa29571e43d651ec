package io.pinion.operations.mapping;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import java.util.List;

/** {@code WATCH MAPPING}: all links of a mapping are looked at again and again, a shard at a time. */
record WatchWorkflow(OperationServices services, WatchFindings findings)
        implements Workflow<MappingWatch, WatchAttempt, Done> {
    /** Many at a time: each has a thread, which sleeps nearly all the time. */
    @Override
    public OperationKind<MappingWatch> kind() {
        return OperationKind.of(MappingWatch.class, "watch")
                .inBackground()
                .waitingForServers()
                .atATime(64);
    }

    @Override
    public List<Step<WatchAttempt>> steps(MappingWatch task) {
        return List.of(Step.of("watching links", WatchAttempt::watch).staying().planned(WatchAttempt::planned));
    }

    @Override
    public WatchAttempt open(MappingWatch task, RunningOperation operation) {
        return new WatchAttempt(services, task, operation, findings);
    }
}
