package io.pinion.operations.queue;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.work.Workers;
import java.util.List;

/** {@code ROTATE PARTITIONS}: what was done stays, and another attempt begins with what is there. */
record RotationWorkflow(OperationServices services, QueueTime time, Workers threads)
        implements Workflow<PartitionRotation, RotationAttempt, Done> {
    @Override
    public OperationKind<PartitionRotation> kind() {
        return OperationKind.of(PartitionRotation.class, "rotation");
    }

    @Override
    public List<Step<RotationAttempt>> steps(PartitionRotation task) {
        return List.of(Step.of("rotating partitions", RotationAttempt::rotate)
                .staying()
                .planned(RotationAttempt::plan));
    }

    /** The same ROTATE PARTITIONS goes on with one that has broken off. */
    @Override
    public boolean isInTheWay(Operation other, PartitionRotation task) {
        return !other.task().equals(task);
    }

    @Override
    public RotationAttempt open(PartitionRotation task, RunningOperation operation) {
        return new RotationAttempt(services, time, threads, task, operation);
    }
}
