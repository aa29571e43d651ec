package io.pinion.operations.opening;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Task;
import java.util.List;

/**
 * {@code OPEN SHARDS}: the databases of new shards are made on a pair, like those of the lowest open one; the keyspace
 * gets the shards, without any weight; and once all proxies know of them, new objects come.
 */
record OpeningWorkflow(OperationServices services, OpeningTimeouts timeouts)
        implements Workflow<Task.Opening, OpeningAttempt, Opened> {
    static final String MAKING = "making the databases";

    /** Goes back to {@link #MAKING} whenever tables have changed since. */
    static final String PUBLISHING = Task.Opening.PUBLISHING;

    @Override
    public OperationKind<Task.Opening> kind() {
        return OperationKind.of(Task.Opening.class, "opening");
    }

    @Override
    public List<Step<OpeningAttempt>> steps(Task.Opening task) {
        return List.of(
                Step.of(MAKING, OpeningAttempt::make)
                        .doneWhen(OpeningAttempt::isOpen)
                        .undoneBy(OpeningAttempt::dropMade)
                        .planned(attempt -> attempt.planned(OpeningPlan::making)),
                Step.of(PUBLISHING, OpeningAttempt::publish)
                        .doneWhen(OpeningAttempt::isOpen)
                        .undoneBy(OpeningAttempt::requireNoneOpen)
                        .planned(attempt -> attempt.planned(OpeningPlan::publishing)),
                Step.of("opening them for new objects", OpeningAttempt::weigh)
                        .doneWhen(attempt -> !attempt.isWeighed())
                        .undoneBy(OpeningAttempt::requireNoneOpen)
                        .planned(attempt -> attempt.planned(OpeningPlan::weighing)));
    }

    @Override
    public OpeningAttempt open(Task.Opening task, RunningOperation operation) throws OperationRefused {
        OpeningAttempt attempt = new OpeningAttempt(services, timeouts, task, operation);
        attempt.settle();
        return attempt;
    }

    /** The same opening, asked for once more, goes on. */
    @Override
    public boolean isInTheWay(Operation other, Task.Opening task) {
        return !(other.task() instanceof Task.Opening left && left.isAs(task));
    }
}
