package io.pinion.operations.transfer;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import java.util.List;
import java.util.Optional;

/**
 * A workflow that carries rows to new shards under clients' writes: an import, or a resharding.
 *
 * @param <T> what was asked for
 * @param <A> what its steps work with
 */
public interface TransferWorkflow<T extends TransferTask, A extends TransferAttempt<T>> extends Workflow<T, A, Done> {
    /**
     * Many at a time: one that is ready to hand over runs for as long as the operator likes, and mustn't keep a way
     * back from running.
     */
    static <T extends TransferTask> OperationKind<T> kindOf(Class<T> task, String name) {
        return OperationKind.of(task, name)
                .inBackground()
                .waitingForServers()
                .waitingForItsEnd()
                .atATime(16);
    }

    @Override
    default List<String> pairs(T task) {
        return task.pairs();
    }

    @Override
    default Optional<String> onRequest(T task) {
        return task.onRequest() ? Optional.of(TransferSteps.FOLLOWING_ON) : Optional.empty();
    }

    @Override
    default List<Step<A>> steps(T task) {
        return TransferSteps.forth(task.onRequest());
    }
}
