package io.pinion.operations.standby;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import java.util.List;

/** {@code REPLACE STANDBY}: an empty server gets all that a pair has, and takes its standby's place. */
final class StandbyWorkflow implements Workflow<Task.StandbyReplacement, StandbyAttempt, CompletedPair> {
    /** From here on the new server may have databases that this operation has made. */
    static final String COPYING = "copying";

    static final String PUBLISHING = "publishing";

    private final OperationServices services;

    StandbyWorkflow(OperationServices services) {
        this.services = services;
    }

    @Override
    public OperationKind<Task.StandbyReplacement> kind() {
        return OperationKind.of(Task.StandbyReplacement.class, "replacement");
    }

    @Override
    public List<String> pairs(Task.StandbyReplacement task) {
        return List.of(task.pair());
    }

    @Override
    public List<Step<StandbyAttempt>> steps(Task.StandbyReplacement task) {
        return List.of(
                Step.of("checking", StandbyAttempt::check)
                        .doneWhen(StandbyAttempt::mayHaveCopied)
                        .planned(StandbyAttempt::plannedChecks),
                Step.of(COPYING, StandbyAttempt::copy)
                        .doneWhen(StandbyAttempt::hasCopy)
                        .undoneBy(StandbyAttempt::dropCopy)
                        .planned(StandbyAttempt::plannedCopy),
                Step.of("catching up", StandbyAttempt::catchUp)
                        .doneWhen(StandbyAttempt::isStandby)
                        .planned(StandbyAttempt::plannedFollowing),
                Step.of("comparing", StandbyAttempt::compare)
                        .doneWhen(StandbyAttempt::isStandby)
                        .planned(attempt -> List.of(new PlannedAction(
                                task.with(), "SELECT CRC32(…) …", "compared with the primary, table by table"))),
                Step.of(PUBLISHING, StandbyAttempt::publish)
                        .doneWhen(StandbyAttempt::isStandby)
                        .undoneBy(StandbyAttempt::requireUnpublished)
                        .planned(attempt -> List.of(new PlannedAction(
                                "topology",
                                "pairs." + task.pair() + ".standby = " + task.with(),
                                "it is the standby from here on; there is no way back but another replacement"))),
                Step.of("letting the primary follow it", StandbyAttempt::join).planned(StandbyAttempt::plannedJoining));
    }

    @Override
    public StandbyAttempt open(Task.StandbyReplacement task, RunningOperation operation) throws OperationRefused {
        Topology now = services.topology();
        return new StandbyAttempt(services, now, task, operation);
    }

    /** What waits for its end, and whose pair has lost its standby, can't come to an end without one. */
    @Override
    public boolean isInTheWay(Operation other, Task.StandbyReplacement task) {
        boolean mayWait = other.task() instanceof Task.Move || other.progress().state() == State.WAITING;
        return !mayWait || isStandbyReached(task);
    }

    private boolean isStandbyReached(Task.StandbyReplacement task) {
        return services.topology()
                .pair(task.pair())
                .map(pair -> PairLink.isStandbyReached(services, pair))
                .orElse(true);
    }
}
