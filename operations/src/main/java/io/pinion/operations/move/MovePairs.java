package io.pinion.operations.move;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.server.WorkMark;
import java.util.List;
import java.util.Optional;

/** Both pairs of a move, logged in, with what each part of an attempt's work needs. Blocks; for one thread. */
record MovePairs(
        OperationServices services,
        MoveTimeouts timeouts,
        Topology topology,
        Move task,
        RunningOperation operation,
        PairSide from,
        PairSide to)
        implements AutoCloseable {
    /** Kills the connections of earlier attempts; a move that is only explained gets connections for reading. */
    static MovePairs open(
            OperationServices services, MoveTimeouts timeouts, Topology topology, Move task, RunningOperation operation)
            throws OperationRefused {
        Optional<WorkMark> work = operation.isExplained() ? Optional.empty() : Optional.of(operation.mark());
        List<String> databases = MoveCheck.databases(topology, task);
        PairSide from = PairSide.open(services, topology, databases, task.from(), work, true);
        try {
            PairSide to = PairSide.open(services, topology, databases, task.to(), work, true);
            return new MovePairs(services, timeouts, topology, task, operation, from, to);
        } catch (OperationRefused | RuntimeException e) {
            from.close();
            throw e;
        }
    }

    long number() {
        return operation.number();
    }

    MoveFacts facts() {
        return new MoveFacts(operation);
    }

    PublishedMove published() {
        return new PublishedMove(TopologyChange.of(services, operation), task);
    }

    /** Whether the stored topology has the shards on this pair. */
    boolean areOn(PairSide side) throws OperationRefused {
        return published().pair().filter(side.pair().name()::equals).isPresent();
    }

    /** The pair that has the shards before a hand-over in this direction. */
    PairSide old(Direction direction) {
        return direction == Direction.FORTH ? from : to;
    }

    /** The pair that has them afterwards; its primary replicates from the other one. */
    PairSide next(Direction direction) {
        return direction == Direction.FORTH ? to : from;
    }

    @Override
    public void close() {
        from.close();
        to.close();
    }
}
