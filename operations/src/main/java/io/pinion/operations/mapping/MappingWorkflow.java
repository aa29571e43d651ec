package io.pinion.operations.mapping;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import java.util.List;

/** {@code CHECK MAPPING} and {@code REPAIR MAPPING}: all links of a mapping are looked at, shard by shard. */
record MappingWorkflow(OperationServices services) implements Workflow<MappingTask, MappingAttempt, Done> {
    /** Two at a time: the standbys have clients' statements to keep up with. */
    @Override
    public OperationKind<MappingTask> kind() {
        return OperationKind.of(MappingTask.class, "mapping")
                .inBackground()
                .waitingForServers()
                .atATime(2);
    }

    @Override
    public List<Step<MappingAttempt>> steps(MappingTask task) {
        return List.of(
                Step.check("checking the standbys", MappingAttempt::check),
                Step.of("looking at links", MappingAttempt::compare)
                        .doneWhen(MappingAttempt::isDone)
                        .staying()
                        .planned(MappingAttempt::planned));
    }

    @Override
    public MappingAttempt open(MappingTask task, RunningOperation operation) {
        return new MappingAttempt(services, task, operation);
    }
}
