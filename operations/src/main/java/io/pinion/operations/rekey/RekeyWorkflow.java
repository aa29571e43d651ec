package io.pinion.operations.rekey;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.UserStatements;
import io.pinion.operations.engine.Workflow;
import java.util.List;

/** {@code REKEY TABLE}: all rows of a hashed table that a condition names get other keys, key by key. */
record RekeyWorkflow(OperationServices services, UserStatements statements)
        implements Workflow<RekeyTask, RekeyAttempt, Done> {
    @Override
    public OperationKind<RekeyTask> kind() {
        return OperationKind.of(RekeyTask.class, "rekey").inBackground().atATime(2);
    }

    @Override
    public List<Step<RekeyAttempt>> steps(RekeyTask task) {
        return List.of(
                Step.of("checking the keys", RekeyAttempt::check).planned(RekeyAttempt::plannedChecks),
                Step.of("changing keys", RekeyAttempt::change)
                        .doneWhen(RekeyAttempt::isDone)
                        .staying()
                        .planned(RekeyAttempt::planned),
                Step.of("looking again", RekeyAttempt::lookAgain).staying());
    }

    @Override
    public RekeyAttempt open(RekeyTask task, RunningOperation operation) {
        return new RekeyAttempt(services, task, operation, statements);
    }
}
