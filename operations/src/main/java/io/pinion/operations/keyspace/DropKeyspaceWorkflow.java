package io.pinion.operations.keyspace;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.Operation;
import java.util.List;

/** {@code DROP KEYSPACE}: the topology forgets a keyspace without tables, and then its databases are dropped. */
record DropKeyspaceWorkflow(OperationServices services)
        implements Workflow<DroppedKeyspace, DropKeyspaceAttempt, Done> {
    static final String FORGETTING = "taking it out of the topology";

    @Override
    public OperationKind<DroppedKeyspace> kind() {
        return OperationKind.of(DroppedKeyspace.class, "drop-keyspace");
    }

    @Override
    public List<Step<DropKeyspaceAttempt>> steps(DroppedKeyspace task) {
        return List.of(
                Step.check("checking", DropKeyspaceAttempt::check).doneWhen(DropKeyspaceAttempt::isForgotten),
                Step.of(FORGETTING, DropKeyspaceAttempt::forget)
                        .undoneBy(DropKeyspaceAttempt::requireNotForgotten)
                        .planned(DropKeyspaceAttempt::plannedForgetting),
                Step.of("dropping the databases", DropKeyspaceAttempt::drop)
                        .withoutWayBack("databases may be gone")
                        .planned(DropKeyspaceAttempt::plannedDrop));
    }

    @Override
    public boolean isInTheWay(Operation other, DroppedKeyspace task) {
        return !other.task().equals(task);
    }

    @Override
    public DropKeyspaceAttempt open(DroppedKeyspace task, RunningOperation operation) {
        return new DropKeyspaceAttempt(services, task, operation);
    }
}
