package io.pinion.operations.reshard;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Way;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.move.HandOverPause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code RESHARD KEYSPACE}: new shards get a copy of all rows, follow clients' writes, and are compared; then the
 * keyspace has them. The old shards refuse writes until {@code FINISH OPERATION} drops them.
 */
record ReshardWorkflow(OperationServices services) implements Workflow<KeyspaceResharding, ReshardAttempt, String> {
    @Override
    public Class<KeyspaceResharding> kind() {
        return KeyspaceResharding.class;
    }

    @Override
    public String name() {
        return "reshard";
    }

    @Override
    public List<String> pairs(KeyspaceResharding task) {
        return task.pairs();
    }

    @Override
    public Optional<String> onRequest(KeyspaceResharding task) {
        return task.onRequest() ? Optional.of(ReshardSteps.FOLLOWING_ON) : Optional.empty();
    }

    @Override
    public List<Step<ReshardAttempt>> steps(KeyspaceResharding task) {
        List<Step<ReshardAttempt>> steps = new ArrayList<>(carrying());
        if (task.onRequest()) {
            steps.add(Step.of(ReshardSteps.FOLLOWING_ON, ReshardAttempt::followOn)
                    .doneWhen(ReshardAttempt::mayHandOver)
                    .planned(attempt -> attempt.plan().followingOn()));
        }
        steps.addAll(handingOver());
        return steps;
    }

    private static List<Step<ReshardAttempt>> carrying() {
        return List.of(
                Step.of("checking", ReshardAttempt::check)
                        .doneWhen(ReshardAttempt::mayHaveMade)
                        .planned(ReshardAttempt::plannedChecks),
                Step.of(ReshardSteps.MAKING, ReshardAttempt::make)
                        .doneWhen(ReshardAttempt::isPublished)
                        .undoneBy(ReshardAttempt::dropMade)
                        .planned(ReshardAttempt::plannedMaking),
                Step.of(ReshardSteps.PUBLISHING, ReshardAttempt::publish)
                        .doneWhen(ReshardAttempt::isPublished)
                        .undoneBy(ReshardAttempt::forget)
                        .planned(attempt -> attempt.plan().publishing()),
                Step.of(ReshardSteps.COPYING, ReshardAttempt::copy)
                        .doneWhen(ReshardAttempt::mayHaveFollowed)
                        .planned(attempt -> attempt.plan().copy(attempt.keyspace())),
                Step.of(ReshardSteps.FOLLOWING, ReshardAttempt::follow)
                        .doneWhen(ReshardAttempt::isHandedOver)
                        .planned(attempt -> attempt.plan().following()));
    }

    private static List<Step<ReshardAttempt>> handingOver() {
        return List.of(
                Step.of(ReshardSteps.COMPARING, ReshardAttempt::compare)
                        .doneWhen(ReshardAttempt::isHandedOver)
                        .planned(attempt -> attempt.plan().comparison()),
                Step.of(ReshardSteps.PREPARING, ReshardAttempt::prepare)
                        .doneWhen(ReshardAttempt::isHandedOver)
                        .undoneBy(ReshardAttempt::removeFences)
                        .planned(attempt -> attempt.plan().fences()),
                Step.of(ReshardSteps.HANDING_OVER, ReshardAttempt::handOver)
                        .atOnceBehindTheOneBefore()
                        .doneWhen(ReshardAttempt::isHandedOver)
                        .undoneBy(ReshardAttempt::undoHandOver)
                        .planned(attempt -> attempt.plan().handOver()),
                Step.of(ReshardSteps.SETTLING, ReshardAttempt::settle)
                        .undoneBy(ReshardAttempt::requireNotHandedOver)
                        .planned(attempt -> attempt.plan().settling()));
    }

    @Override
    public List<Step<ReshardAttempt>> ending(KeyspaceResharding task, Way way) {
        return switch (way) {
            case FORTH, REVERT -> List.of();
            case FINISH ->
                List.of(
                        Step.of(ReshardSteps.CHECKING_END, ReshardAttempt::awaitMayFinish)
                                .planned(ReshardAttempt::plannedFinish),
                        Step.of(ReshardSteps.DROPPING, ReshardAttempt::dropOld)
                                .planned(attempt -> attempt.plan().dropping())
                                .withoutWayBack("old shards may be dropped"));
        };
    }

    @Override
    public Optional<String> noWay(KeyspaceResharding task, Way way) {
        return way == Way.REVERT
                ? Optional.of(
                        "rows that were written since the hand-over aren't on the old shards, so that no way leads"
                                + " back to them: FINISH OPERATION drops them, and RESHARD KEYSPACE " + task.name()
                                + " INTO "
                                + task.old().shards() + " SHARDS HASH "
                                + task.old().hash()
                                + " gives the keyspace such shards again")
                : Optional.empty();
    }

    /** One that is ready to hand over runs for as long as the operator likes. */
    @Override
    public int atATime() {
        return 16;
    }

    @Override
    public boolean waitsForItsEnd() {
        return true;
    }

    @Override
    public String waiting(Progress progress) {
        return "handed over" + HandOverPause.told(progress) + "; FINISH OPERATION drops the old shards";
    }

    @Override
    public boolean runsInBackground() {
        return true;
    }

    @Override
    public boolean waitsForServers() {
        return true;
    }

    /** Thousands of databases take minutes to drop. */
    @Override
    public boolean endsInBackground(Way way) {
        return way == Way.FINISH;
    }

    @Override
    public ReshardAttempt open(KeyspaceResharding task, RunningOperation operation) {
        return new ReshardAttempt(services, task, operation);
    }

    @Override
    public Done outcome(long number, String answer) {
        return Done.noted(number, answer);
    }
}
