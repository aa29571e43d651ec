package io.pinion.operations.move;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.Position;
import java.util.Map;
import java.util.Optional;

/** What a move keeps in the journal for a later attempt, besides its step. */
record MoveFacts(RunningOperation operation) {
    private static final String COPY = "copy";
    private static final String BACK_PREPARED = "BACK.prepared";

    /** The beginning of a channel: a place in the binary log of its source, and the source's position there. */
    record Beginning(BinlogPlace place, Position position) {}

    /** Notes where the channel of this direction begins. */
    void begins(Direction direction, Beginning beginning) throws OperationRefused {
        operation.update(progress -> progress.withFact(
                        direction + ".place", beginning.place().toString())
                .withFact(direction + ".position", beginning.position().gtids()));
    }

    Beginning beginning(Direction direction) throws OperationRefused {
        return beginning(operation.operation(), direction)
                .orElseThrow(() -> new OperationRefused(
                        "the journal doesn't say from where " + direction.channel(operation.number()) + " follows"));
    }

    static Optional<Beginning> beginning(Operation move, Direction direction) {
        Map<String, String> facts = move.progress().facts();
        return Optional.ofNullable(facts.get(direction + ".place"))
                .map(place -> new Beginning(
                        BinlogPlace.parse(place), new Position(facts.getOrDefault(direction + ".position", ""))));
    }

    /** Notes whether the new pair may have databases that a copy has made; call this before the first is made. */
    void noteCopy(boolean may) throws OperationRefused {
        operation.note(COPY, String.valueOf(may));
    }

    boolean mayHaveCopy() {
        return operation.noted(COPY).filter("true"::equals).isPresent();
    }

    /** Notes that servers of the new pair may have a fence; call this before the first is made. */
    void preparesRollback() throws OperationRefused {
        operation.note(BACK_PREPARED, "true");
    }

    /** Whether servers of the new pair may have a fence. */
    boolean mayHavePreparedRollback() {
        return operation.noted(BACK_PREPARED).isPresent();
    }

    /** Enters whether the shards are on the new pair. */
    void enterMoved(boolean moved) throws OperationRefused {
        ShardSet done = moved && operation.operation().task() instanceof Move move
                ? ShardSet.parse(move.first() + "-" + move.last())
                : ShardSet.NONE;
        operation.update(progress -> progress.withShards(done, ShardSet.NONE, Map.of()));
    }
}
