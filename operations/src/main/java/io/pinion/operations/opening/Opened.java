package io.pinion.operations.opening;

import io.pinion.operations.engine.OperationAnswer;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.journal.Task;

/**
 * What an opening has come to.
 *
 * @param number of the operation
 * @param generation of the topology that gives the shards their weight
 * @param note what is left of an opening that was given up, and why; empty for nothing
 */
public record Opened(long number, Task.Opening task, long generation, String note) implements OperationAnswer {
    @Override
    public Done outcome(long operation) {
        return Done.of(operation, generation, note);
    }
}
