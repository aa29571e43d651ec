package io.pinion.operations.move;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Way;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task.Move;
import java.util.List;

/**
 * {@code MOVE SHARDS}: the new pair gets a copy of the shards, replicates clients' writes, and is compared; then the
 * shards change their pair in one moment. The old copy stays current until {@code FINISH OPERATION} drops it or
 * {@code REVERT OPERATION} moves the shards back.
 */
record MoveWorkflow(OperationServices services, MoveTimeouts timeouts) implements Workflow<Move, MoveAttempt, Done> {
    @Override
    public OperationKind<Move> kind() {
        return OperationKind.of(Move.class, "move").inBackground().waitingForItsEnd();
    }

    @Override
    public List<String> pairs(Move task) {
        return List.of(task.from(), task.to());
    }

    @Override
    public List<Step<MoveAttempt>> steps(Move task) {
        return List.of(
                Step.<MoveAttempt>check("checking", attempt -> new MoveCheck(attempt.pairs()).run())
                        .doneWhen(attempt -> attempt.mayHaveBegun(MoveSteps.COPYING)),
                Step.<MoveAttempt>of(MoveSteps.COPYING, attempt -> new MoveCopy(attempt.pairs()).make())
                        .doneWhen(attempt -> attempt.mayHaveBegun(MoveSteps.FOLLOWING))
                        .undoneBy(attempt -> new MoveCopy(attempt.pairs()).undo())
                        .planned(attempt -> attempt.plan().copy()),
                Step.of(MoveSteps.FOLLOWING, MoveAttempt::follow)
                        .doneWhen(MoveAttempt::isMoved)
                        .planned(attempt -> attempt.plan().following(Direction.FORTH)),
                Step.<MoveAttempt>of("comparing", attempt -> attempt.requireEqual(Direction.FORTH))
                        .doneWhen(MoveAttempt::isMoved)
                        .planned(attempt -> attempt.plan().comparison(Direction.FORTH)),
                Step.<MoveAttempt>of(MoveSteps.PREPARING, attempt -> attempt.moment(Direction.FORTH)
                                .prepare())
                        .doneWhen(MoveAttempt::isMoved)
                        .undoneBy(attempt -> attempt.pairs()
                                .from()
                                .removeFences(attempt.pairs().number()))
                        .planned(attempt -> attempt.plan().fences(Direction.FORTH)),
                Step.of(Move.HANDING_OVER, MoveAttempt::handOver)
                        .atOnceBehindTheOneBefore()
                        .doneWhen(MoveAttempt::isMoved)
                        .undoneBy(MoveAttempt::undoHandOver)
                        .planned(attempt -> attempt.plan().handOver(Direction.FORTH)),
                Step.<MoveAttempt>of(
                                MoveSteps.SETTLING, attempt -> attempt.ending().settle())
                        .undoneBy(MoveAttempt::requireUnmoved)
                        .planned(attempt -> attempt.plan().wayBack()));
    }

    @Override
    public List<Step<MoveAttempt>> ending(Move task, Way way) {
        return switch (way) {
            case FORTH -> List.of();
            case FINISH ->
                List.of(
                        Step.<MoveAttempt>check("checking both pairs", attempt -> attempt.ending()
                                .requireMayFinish()),
                        Step.of("dropping the old copy", MoveAttempt::dropOldCopy)
                                .planned(attempt ->
                                        attempt.plan().drop(attempt.pairs().from()))
                                .withoutWayBack("the old copy may be gone"));
            case REVERT ->
                List.of(
                        Step.of(MoveSteps.FOLLOWING_BACK, MoveAttempt::followBack)
                                .doneWhen(MoveAttempt::isBack)
                                .planned(MoveAttempt::plannedFollowingBack),
                        Step.<MoveAttempt>of("comparing the old copy", attempt -> attempt.requireEqual(Direction.BACK))
                                .doneWhen(MoveAttempt::hasNothingToCompare)
                                .planned(attempt -> attempt.plan().comparison(Direction.BACK)),
                        Step.of("preparing the way back", MoveAttempt::prepareBack)
                                .doneWhen(MoveAttempt::isBack)
                                .planned(attempt -> attempt.plan().fences(Direction.BACK)),
                        Step.of(Move.HANDING_BACK, MoveAttempt::handBack)
                                .atOnceBehindTheOneBefore()
                                .doneWhen(attempt -> attempt.mayHaveBegun(MoveSteps.DROPPING_NEW_COPY))
                                .planned(attempt -> attempt.plan().handOver(Direction.BACK))
                                .withoutWayBack("the shards may be on pair " + task.from() + " again"),
                        Step.of(MoveSteps.DROPPING_NEW_COPY, MoveAttempt::dropNewCopy)
                                .planned(attempt ->
                                        attempt.plan().drop(attempt.pairs().to()))
                                .withoutWayBack("the shards are on pair " + task.from() + " again"));
        };
    }

    @Override
    public String waiting(Progress progress) {
        return "moved" + HandOver.pause(progress) + "; FINISH OPERATION drops the old copy, REVERT OPERATION goes back";
    }

    @Override
    public MoveAttempt open(Move task, RunningOperation operation) {
        return new MoveAttempt(services, timeouts, task, operation);
    }
}
