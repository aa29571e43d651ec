package io.pinion.operations.move;

import io.pinion.operations.engine.BackgroundOperations;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.Task.Move;

/** Moves shards for operators who ask. Thread-safe. */
public final class Moves extends BackgroundOperations<WantedMove, Move> {
    public Moves(OperationServices services, MoveTimeouts timeouts) {
        super(WantedMove.class, new MoveWorkflow(services, timeouts), services, "not moved");
    }

    @Override
    protected Decided<Move> decided(WantedMove wanted) throws OperationRefused {
        Move task = MoveCheck.task(services.topology(), wanted);
        return new Decided<>(task, task.last() - task.first() + 1);
    }
}
