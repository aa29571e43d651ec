package io.pinion.operations.pair;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import java.util.List;

/** {@code DROP PAIR}: the topology forgets a pair that nothing needs, and its servers. */
record DropWorkflow(OperationServices services) implements Workflow<PairRemoval, DropAttempt, PairDropped> {
    @Override
    public OperationKind<PairRemoval> kind() {
        return OperationKind.of(PairRemoval.class, "drop");
    }

    @Override
    public List<String> pairs(PairRemoval task) {
        return List.of(task.pair());
    }

    @Override
    public List<Step<DropAttempt>> steps(PairRemoval task) {
        return List.of(
                Step.of("checking", DropAttempt::check)
                        .doneWhen(DropAttempt::isGone)
                        .planned(attempt -> {
                            attempt.check();
                            return List.of(new PlannedAction(
                                    "topology", "", "no keyspace needs the pair, and it isn't the home pair"));
                        }),
                Step.of("publishing", DropAttempt::publish)
                        .doneWhen(DropAttempt::isGone)
                        .withoutWayBack("the pair may be out of the topology: CREATE PAIR takes it in again")
                        .planned(attempt -> List.of(new PlannedAction(
                                "topology",
                                "pairs." + task.pair() + " = nothing",
                                "neither the pair nor its servers; those are left as they are"))));
    }

    @Override
    public DropAttempt open(PairRemoval task, RunningOperation operation) {
        return new DropAttempt(services, task, operation);
    }
}
