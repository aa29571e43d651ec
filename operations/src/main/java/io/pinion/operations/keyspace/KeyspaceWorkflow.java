package io.pinion.operations.keyspace;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.Operation;
import java.util.List;

/** {@code CREATE KEYSPACE}: its databases are hidden from other users, made on their pairs, and then the topology gets it. */
record KeyspaceWorkflow(OperationServices services) implements Workflow<NewKeyspace, KeyspaceAttempt, Done> {
    static final String MAKING = "making the databases";
    static final String PUBLISHING = "publishing";

    @Override
    public OperationKind<NewKeyspace> kind() {
        return OperationKind.of(NewKeyspace.class, "keyspace");
    }

    @Override
    public List<Step<KeyspaceAttempt>> steps(NewKeyspace task) {
        return List.of(
                Step.check("checking", KeyspaceAttempt::check)
                        .doneWhen(attempt -> attempt.operation().mayHaveBegun(MAKING)),
                Step.of("hiding the database", KeyspaceAttempt::hide)
                        .doneWhen(attempt -> attempt.operation().mayHaveBegun(MAKING))
                        .planned(KeyspaceAttempt::plannedHiding),
                Step.of(MAKING, KeyspaceAttempt::make)
                        .doneWhen(KeyspaceAttempt::isPublished)
                        .undoneBy(KeyspaceAttempt::dropMade)
                        .planned(KeyspaceAttempt::plannedMaking),
                Step.of("waiting for the standbys", KeyspaceAttempt::awaitStandbys)
                        .doneWhen(KeyspaceAttempt::isPublished)
                        .planned(attempt -> List.of()),
                Step.of(PUBLISHING, KeyspaceAttempt::publish)
                        .doneWhen(KeyspaceAttempt::isPublished)
                        .undoneBy(KeyspaceAttempt::requireUnpublished)
                        .planned(KeyspaceAttempt::plannedPublishing));
    }

    @Override
    public List<String> pairs(NewKeyspace task) {
        return List.copyOf(task.shape().pairs());
    }

    /** The same, asked for once more, goes on. */
    @Override
    public boolean isInTheWay(Operation other, NewKeyspace task) {
        return !other.task().equals(task);
    }

    @Override
    public KeyspaceAttempt open(NewKeyspace task, RunningOperation operation) {
        return new KeyspaceAttempt(services, task.shape(), operation);
    }
}
