package io.pinion.operations.restore;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Way;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.export.ExportPlaces;
import io.pinion.operations.journal.Progress;
import java.util.List;
import java.util.Set;

/** {@code RESTORE SHARDS}: the rows come back beside those of now; {@code FINISH OPERATION} lets them take their place. */
record RestoreWorkflow(OperationServices services, ExportPlaces places)
        implements Workflow<ShardsRestore, RestoreAttempt, Done> {
    /** From here on there may be databases. */
    static final String LOADING = "loading";

    @Override
    public OperationKind<ShardsRestore> kind() {
        return OperationKind.of(ShardsRestore.class, "restore").inBackground().waitingForItsEnd();
    }

    @Override
    public List<Step<RestoreAttempt>> steps(ShardsRestore task) {
        return List.of(
                Step.check("checking", RestoreAttempt::check).doneWhen(RestoreAttempt::mayHaveBegun),
                Step.of(LOADING, RestoreAttempt::load)
                        .doneWhen(RestoreAttempt::hasAll)
                        .undoneBy(RestoreAttempt::drop)
                        .planned(RestoreAttempt::plannedLoading));
    }

    @Override
    public List<Step<RestoreAttempt>> ending(ShardsRestore task, Way way) {
        return switch (way) {
            case FORTH -> List.of();
            case FINISH ->
                List.of(
                        Step.of("comparing definitions", RestoreAttempt::requireAlike)
                                .planned(RestoreAttempt::plannedComparison),
                        Step.of("putting the rows in their place", RestoreAttempt::swap)
                                .planned(RestoreAttempt::plannedSwap)
                                .withoutWayBack("the rows of some shards may be in their place"));
            case REVERT ->
                List.of(Step.of("dropping the restored rows", RestoreAttempt::drop)
                        .planned(RestoreAttempt::plannedDrop)
                        .withoutWayBack("restored rows may be gone"));
        };
    }

    @Override
    public String waiting(Progress progress) {
        return "the rows are in databases beside those of the shards (SHOW RESTORED ROWS compares them); FINISH OPERATION"
                + " puts them in their place, REVERT OPERATION drops them" + RestoredFacts.words(progress);
    }

    @Override
    public List<String> pairs(ShardsRestore task) {
        return task.pairs();
    }

    /** Only what is loaded comes from the export. */
    @Override
    public Set<String> settings(ShardsRestore task, boolean givesUp) throws OperationRefused {
        return givesUp ? Set.of() : places.usedToRead(task.place());
    }

    @Override
    public RestoreAttempt open(ShardsRestore task, RunningOperation operation) {
        return new RestoreAttempt(services, places, task, operation);
    }
}
