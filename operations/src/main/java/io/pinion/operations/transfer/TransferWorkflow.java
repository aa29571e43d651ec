package io.pinion.operations.transfer;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.Task;
import java.util.List;
import java.util.Optional;

/**
 * A workflow that carries rows to new shards under clients' writes: an import, or a resharding.
 *
 * @param <T> what was asked for
 * @param <A> what its steps work with
 */
public interface TransferWorkflow<T extends Task, A extends TransferAttempt> extends Workflow<T, A, Done> {
    /**
     * Many at a time: one that is ready to hand over runs for as long as the operator likes, and mustn't keep a way
     * back from running.
     */
    static <T extends Task> OperationKind<T> kindOf(Class<T> task, String name) {
        return OperationKind.of(task, name)
                .inBackground()
                .waitingForServers()
                .waitingForItsEnd()
                .atATime(16);
    }

    /** Whether it is handed over at HAND OVER OPERATION, and not as soon as it can be. */
    boolean isOnRequest(T task);

    @Override
    default Optional<String> onRequest(T task) {
        return isOnRequest(task) ? Optional.of(TransferSteps.FOLLOWING_ON) : Optional.empty();
    }

    @Override
    default List<Step<A>> steps(T task) {
        return TransferSteps.forth(isOnRequest(task));
    }
}
