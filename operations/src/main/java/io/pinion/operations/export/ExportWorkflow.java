package io.pinion.operations.export;

import io.pinion.config.settings.ExportSettings;
import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.ShardSet;
import java.util.List;
import java.util.Set;

/** {@code EXPORT}: the standbys are read pair by pair, and then the manifest tells what there is. */
record ExportWorkflow(OperationServices services, ExportSettings settings)
        implements Workflow<TableExport, ExportAttempt, Done> {
    /** From here on files may be there. */
    static final String READING = "reading";

    /** One at a time: the threads of {@link ExportSettings#readers} are one export's. */
    @Override
    public OperationKind<TableExport> kind() {
        return OperationKind.of(TableExport.class, "export")
                .inBackground()
                .waitingForServers()
                .atATime(1);
    }

    @Override
    public List<Step<ExportAttempt>> steps(TableExport task) {
        return List.of(
                Step.check("checking", ExportAttempt::check).doneWhen(ExportAttempt::mayHaveBegun),
                Step.of(READING, ExportAttempt::read)
                        .doneWhen(ExportAttempt::hasAll)
                        .undoneBy(ExportAttempt::remove)
                        .planned(ExportAttempt::plannedReading),
                Step.of("writing the manifest", ExportAttempt::writeManifest).planned(ExportAttempt::plannedManifest));
    }

    /** Those that have shards now. */
    @Override
    public List<String> pairs(TableExport task) {
        try {
            return List.copyOf(ExportScope.of(services.topology(), task.keyspace())
                    .left(ShardSet.NONE)
                    .keySet());
        } catch (OperationRefused gone) {
            // Its first step says so.
            return List.of();
        }
    }

    /** What it has written is removed when it is given up. */
    @Override
    public Set<String> settings(TableExport task, boolean givesUp) throws OperationRefused {
        return new ExportPlaces(settings, services.access()).used(task.place());
    }

    @Override
    public ExportAttempt open(TableExport task, RunningOperation operation) {
        return new ExportAttempt(services, settings, task, operation);
    }
}
