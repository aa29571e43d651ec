package io.pinion.operations.engine;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Task;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The runners of all workflows of one proxy: an operation of the journal is gone on with by the one that does its kind.
 * Thread-safe; no call blocks; stages fail with a message for people.
 */
public record OperationRunners(List<OperationRunner<?, ?, ?>> all) {
    public OperationRunners {
        all = List.copyOf(all);
    }

    /** Goes on with an operation that has broken off. */
    public CompletionStage<Done> resume(Operation operation) {
        return by(operation, runner -> runner.resume(operation));
    }

    /** Gives an operation up. */
    public CompletionStage<Done> cancel(Operation operation) {
        return by(operation, runner -> runner.cancel(operation));
    }

    /** Has the runner of an operation's kind do something. */
    public <V> CompletionStage<V> by(Operation operation, Function<OperationRunner<?, ?, ?>, CompletionStage<V>> way) {
        Task task = operation.task();
        return all.stream()
                .filter(runner -> runner.does(task))
                .findFirst()
                .map(way)
                .orElseGet(() -> CompletableFuture.failedStage(
                        new OperationRefused("this proxy runs no operations such as " + operation.name())));
    }

    /** Whether an operation of this kind would run at once on this proxy. */
    boolean hasRoom(Task task) {
        return all.stream().anyMatch(runner -> runner.does(task) && runner.hasRoom());
    }

    /** Whether this proxy has the settings with which an operation goes on. Blocks. */
    boolean isAble(Operation operation) {
        return all.stream().anyMatch(runner -> runner.does(operation.task()) && runner.isAble(operation));
    }

    /** Asks all attempts that run to end at their next step, where another proxy goes on. Doesn't wait. */
    public void stop() {
        all.forEach(OperationRunner::stop);
    }
}
