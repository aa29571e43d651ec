package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.ServerConnection;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.util.List;

/**
 * The copies of moved shards that are left on a pair while the move may be reverted. Both servers of the pair refuse
 * writes to them, by a fence for each server. A server that was rebuilt lacks the fence, since it isn't replicated.
 * Blocks.
 */
record OldCopies(Topology topology, String pair, OperationJournal journal) {
    /** @throws OperationRefused the server would take writes to the copies as a primary */
    void requireFenced(ServerConnection next) throws OperationRefused, SQLException {
        for (Operation operation : list()) {
            if (operation.task() instanceof Move move
                    && move.from().equals(pair)
                    && operation.progress().state() == State.WAITING) {
                MovedDatabases copies = new MovedDatabases(next, databases(move));
                if (!copies.present().isEmpty() && !copies.isFenceUp(operation.number())) {
                    throw new OperationRefused(next + " takes writes to what is left of " + move.shards()
                            + ", moved to pair " + move.to()
                            + ", as a server does that was made anew: FINISH"
                            + " OPERATION " + operation.number() + " first");
                }
            }
        }
    }

    private List<Operation> list() throws OperationRefused {
        try {
            return journal.list();
        } catch (StoreUnavailable e) {
            throw new OperationRefused(String.valueOf(e.getMessage()));
        }
    }

    private List<String> databases(Move move) {
        return topology.keyspaces().get(move.keyspace()) instanceof Keyspace.Sharded keyspace
                ? keyspace.databases().databasesOf(move.first(), move.last())
                : List.of();
    }
}
