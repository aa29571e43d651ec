package io.pinion.operations.transfer;

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
 * {@code IMPORT DATABASE}: the shards get a copy of the tables, follow clients' writes, and are compared; then the
 * database's name means the keyspace. The old database refuses writes until {@code FINISH OPERATION} gives it up or
 * {@code REVERT OPERATION} gives it the name back.
 */
record ImportWorkflow(OperationServices services) implements Workflow<DatabaseImport, ImportAttempt, String> {
    @Override
    public Class<DatabaseImport> kind() {
        return DatabaseImport.class;
    }

    @Override
    public String name() {
        return "import";
    }

    @Override
    public List<String> pairs(DatabaseImport task) {
        List<String> pairs = new ArrayList<>(task.shape().pairs());
        if (!pairs.contains(task.home())) {
            pairs.add(task.home());
        }
        return pairs;
    }

    @Override
    public Optional<String> onRequest(DatabaseImport task) {
        return task.onRequest() ? Optional.of(ImportSteps.FOLLOWING_ON) : Optional.empty();
    }

    @Override
    public List<Step<ImportAttempt>> steps(DatabaseImport task) {
        List<Step<ImportAttempt>> steps = new ArrayList<>(carrying());
        if (task.onRequest()) {
            steps.add(Step.of(ImportSteps.FOLLOWING_ON, ImportAttempt::followOn)
                    .doneWhen(ImportAttempt::mayHandOver)
                    .planned(attempt -> attempt.plan().followingOn()));
        }
        steps.addAll(handingOver());
        return steps;
    }

    private static List<Step<ImportAttempt>> carrying() {
        return List.of(
                Step.of("checking", ImportAttempt::check)
                        .doneWhen(ImportAttempt::mayHaveMade)
                        .planned(ImportAttempt::plannedChecks),
                Step.of(ImportSteps.MAKING, ImportAttempt::make)
                        .doneWhen(ImportAttempt::isPublished)
                        .undoneBy(ImportAttempt::dropMade)
                        .planned(ImportAttempt::plannedMaking),
                Step.of(ImportSteps.PUBLISHING, ImportAttempt::publish)
                        .doneWhen(ImportAttempt::isPublished)
                        .undoneBy(ImportAttempt::forget)
                        .planned(attempt -> attempt.plan().publishing()),
                Step.of(ImportSteps.COPYING, ImportAttempt::copy)
                        .doneWhen(ImportAttempt::mayHaveFollowed)
                        .planned(attempt -> attempt.plan().copy()),
                Step.of(ImportSteps.FOLLOWING, ImportAttempt::follow)
                        .doneWhen(ImportAttempt::isHandedOver)
                        .planned(attempt -> attempt.plan().following()));
    }

    private static List<Step<ImportAttempt>> handingOver() {
        return List.of(
                Step.of(ImportSteps.COMPARING, ImportAttempt::compare)
                        .doneWhen(ImportAttempt::isHandedOver)
                        .planned(attempt -> attempt.plan().comparison()),
                Step.of(ImportSteps.PREPARING, ImportAttempt::prepare)
                        .doneWhen(ImportAttempt::isHandedOver)
                        .undoneBy(ImportAttempt::removeFences)
                        .planned(attempt -> attempt.plan().fence()),
                Step.of(ImportSteps.HANDING_OVER, ImportAttempt::handOver)
                        .atOnceBehindTheOneBefore()
                        .doneWhen(ImportAttempt::isHandedOver)
                        .undoneBy(ImportAttempt::undoHandOver)
                        .planned(attempt -> attempt.plan().handOver()),
                Step.of(ImportSteps.SETTLING, ImportAttempt::settle)
                        .undoneBy(ImportAttempt::requireNotHandedOver)
                        .planned(attempt -> attempt.plan().wayBack()));
    }

    @Override
    public List<Step<ImportAttempt>> ending(DatabaseImport task, Way way) {
        return switch (way) {
            case FORTH -> List.of();
            case FINISH ->
                List.of(
                        Step.of("checking the keyspace", ImportAttempt::awaitMayFinish)
                                .planned(ImportAttempt::plannedFinish),
                        Step.of("giving the old database up", ImportAttempt::giveUpOld)
                                .planned(attempt -> attempt.plan().givingUp())
                                .withoutWayBack("the old database may take writes"));
            case REVERT ->
                List.of(
                        Step.of(ImportSteps.FOLLOWING_BACK, ImportAttempt::followBack)
                                .doneWhen(ImportAttempt::isBack)
                                .planned(attempt -> attempt.plan().followingBack()),
                        Step.of("comparing the old database", ImportAttempt::compareBack)
                                .doneWhen(ImportAttempt::isBack)
                                .planned(attempt -> attempt.plan().comparison()),
                        Step.of(ImportSteps.PREPARING_BACK, ImportAttempt::prepareBack)
                                .doneWhen(ImportAttempt::isBack)
                                .planned(attempt -> attempt.plan().fencesOfShards()),
                        Step.of(ImportSteps.HANDING_BACK, ImportAttempt::handBack)
                                .atOnceBehindTheOneBefore()
                                .doneWhen(ImportAttempt::isBack)
                                .planned(attempt -> attempt.plan().handBack())
                                .withoutWayBack("the name may mean the old database again"),
                        Step.of(ImportSteps.FORGETTING, ImportAttempt::dropKeyspace)
                                .planned(ImportAttempt::plannedDrop)
                                .withoutWayBack("the name means the old database again"));
        };
    }

    /** One that is ready to hand over runs for as long as the operator likes, and mustn't keep a way back from running. */
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
        return "handed over" + HandOverPause.told(progress)
                + "; FINISH OPERATION gives the old database up, REVERT OPERATION goes back to it";
    }

    @Override
    public boolean runsInBackground() {
        return true;
    }

    @Override
    public boolean waitsForServers() {
        return true;
    }

    @Override
    public boolean endsInBackground(Way way) {
        return way == Way.REVERT;
    }

    @Override
    public ImportAttempt open(DatabaseImport task, RunningOperation operation) {
        return new ImportAttempt(services, task, operation);
    }

    @Override
    public Done outcome(long number, String answer) {
        return Done.noted(number, answer);
    }
}
