package io.pinion.operations.reshard;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Way;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.move.HandOver;
import io.pinion.operations.transfer.TransferWorkflow;
import java.util.List;
import java.util.Optional;

/**
 * {@code RESHARD KEYSPACE}: new shards get a copy of all rows, follow clients' writes, and are compared; then the
 * keyspace has them. The old shards refuse writes until {@code FINISH OPERATION} drops them.
 */
record ReshardWorkflow(OperationServices services) implements TransferWorkflow<KeyspaceResharding, ReshardAttempt> {
    @Override
    public OperationKind<KeyspaceResharding> kind() {
        return TransferWorkflow.kindOf(KeyspaceResharding.class, "reshard");
    }

    @Override
    public List<Step<ReshardAttempt>> ending(KeyspaceResharding task, Way way) {
        return switch (way) {
            case FORTH, REVERT -> List.of();
            case FINISH ->
                List.of(
                        Step.of(KeyspaceResharding.CHECKING_END, ReshardAttempt::awaitMayFinish)
                                .planned(ReshardAttempt::plannedFinish),
                        Step.of(KeyspaceResharding.DROPPING, ReshardAttempt::dropOld)
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

    @Override
    public String waiting(Progress progress) {
        return "handed over" + HandOver.pause(progress) + "; FINISH OPERATION drops the old shards";
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
}
