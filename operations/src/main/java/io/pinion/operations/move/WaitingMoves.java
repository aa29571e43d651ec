package io.pinion.operations.move;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.server.replication.Channel;
import io.pinion.operations.verify.LeftCopies;
import io.pinion.operations.verify.LeftCopy;
import io.pinion.routing.catalog.Keyspace;
import java.util.List;
import java.util.Optional;

/** The copies that waiting moves have left on the pairs that shards came from. */
public record WaitingMoves(OperationJournal journal) implements LeftCopies {
    @Override
    public List<LeftCopy> list(Topology now) throws StoreUnavailable {
        return journal.list().stream()
                .flatMap(operation -> left(now, operation).stream())
                .toList();
    }

    private static Optional<LeftCopy> left(Topology now, Operation operation) {
        if (operation.task() instanceof Move move
                && operation.progress().state() == State.WAITING
                && now.keyspaces().get(move.keyspace()) instanceof Keyspace.Sharded keyspace) {
            Channel channel = new Channel(
                    Direction.BACK.channel(operation.number()),
                    keyspace.databases().databasesOf(move.first(), move.last()));
            return MoveFacts.beginning(operation, Direction.BACK)
                    .map(begun -> new LeftCopy(operation.number(), move, channel, begun.position()));
        }
        return Optional.empty();
    }
}
