package io.pinion.operations.keyspace;

import io.pinion.config.topology.Account;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.routing.catalog.ShardRange;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * All databases of a keyspace, pair after pair. Blocks.
 *
 * @param names the database of a shard
 */
record KeyspacePlaces(ShardConnections connections, IntFunction<String> names, List<ShardRange> ranges) {
    /** What is done on the primary of each pair. */
    interface Work {
        void on(KeyspaceDatabases databases) throws SQLException, OperationRefused;
    }

    void onEach(Work work) throws OperationRefused {
        for (ShardRange range : ranges) {
            try (KeyspaceDatabases databases =
                    new KeyspaceDatabases(connections.open(range.pair(), Account.DATA, List.of()), names, range)) {
                work.on(databases);
            } catch (SQLException e) {
                throw new OperationRefused(
                        "the primary of pair " + range.pair() + " can't be asked: " + e.getMessage());
            }
        }
    }

    /**
     * Drops those that are empty, behind the end of what an earlier attempt still runs.
     *
     * @param wanted of the shards
     * @return those that have tables, and stay
     */
    List<String> drop(RunningOperation operation, IntPredicate wanted) throws OperationRefused {
        List<String> kept = new ArrayList<>();
        onEach(databases -> {
            databases.takeOver(operation.mark());
            kept.addAll(databases.drop(operation, wanted));
        });
        return kept;
    }

    /** @param statement of a shard, which runs for each */
    List<PlannedAction> planned(IntFunction<String> statement) {
        return ranges.stream()
                .map(range -> new PlannedAction(
                        "primary of pair " + range.pair(),
                        statement.apply(range.first()),
                        range.size() == 1
                                ? "its database"
                                : "and " + (range.size() - 1) + " more, to " + names.apply(range.last())))
                .toList();
    }
}
