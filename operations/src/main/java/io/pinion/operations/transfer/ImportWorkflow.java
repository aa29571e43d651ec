package io.pinion.operations.transfer;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Way;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.move.HandOver;
import io.pinion.operations.transfer.rows.ImportDirection;
import java.util.List;

/**
 * {@code IMPORT DATABASE}: the shards get a copy of the tables, follow clients' writes, and are compared; then the
 * database's name means the keyspace. The old database refuses writes until {@code FINISH OPERATION} gives it up or
 * {@code REVERT OPERATION} gives it the name back.
 */
record ImportWorkflow(OperationServices services) implements TransferWorkflow<DatabaseImport, ImportAttempt> {
    @Override
    public OperationKind<DatabaseImport> kind() {
        return TransferWorkflow.kindOf(DatabaseImport.class, "import");
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
                        Step.of(TransferSteps.FOLLOWING_BACK, ImportAttempt::followBack)
                                .doneWhen(ImportAttempt::isBack)
                                .planned(ImportAttempt::plannedFollowingBack),
                        Step.<ImportAttempt>of("comparing the old database", attempt -> attempt.rows()
                                        .compare(ImportDirection.BACK))
                                .doneWhen(ImportAttempt::isBack)
                                .planned(attempt -> attempt.plan().comparison()),
                        Step.<ImportAttempt>of("preparing the way back", attempt -> attempt.handingBack()
                                        .prepare())
                                .doneWhen(ImportAttempt::isBack)
                                .planned(attempt -> attempt.plan().fencesOfShards()),
                        Step.of(TransferSteps.HANDING_BACK, ImportAttempt::handBack)
                                .atOnceBehindTheOneBefore()
                                .doneWhen(ImportAttempt::isBack)
                                .planned(attempt -> attempt.plan().handBack())
                                .withoutWayBack("the name may mean the old database again"),
                        Step.of(TransferSteps.FORGETTING, ImportAttempt::dropKeyspace)
                                .planned(attempt -> attempt.databases().planned("DROP DATABASE %s"))
                                .withoutWayBack("the name means the old database again"));
        };
    }

    @Override
    public String waiting(Progress progress) {
        return "handed over" + HandOver.pause(progress)
                + "; FINISH OPERATION gives the old database up, REVERT OPERATION goes back to it";
    }

    @Override
    public boolean endsInBackground(Way way) {
        return way == Way.REVERT;
    }

    @Override
    public ImportAttempt open(DatabaseImport task, RunningOperation operation) {
        return new ImportAttempt(services, task, operation);
    }
}
