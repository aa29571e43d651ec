package io.pinion.operations.engine;

import io.pinion.operations.journal.Task;

/** Background operations whose tasks are asked for as they are. */
public class BackgroundTasks<T extends Task & OperationRequest> extends BackgroundOperations<T, T> {
    public <P extends Attempt<A>, A extends OperationAnswer> BackgroundTasks(
            Class<T> task, Workflow<T, P, A> workflow, OperationServices services) {
        super(task, workflow, services, "not begun");
    }

    @Override
    protected final Decided<T> decided(T task) {
        return new Decided<>(task, 0);
    }
}
