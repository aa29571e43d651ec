package io.pinion.operations.opening;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.operations.schema.ShardConnection;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.operations.server.ServerAccess;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Makes the databases on both servers of the pair, like the reference, with the rows of reference tables; and drops
 * them when the opening is given up. Blocks.
 */
record DatabaseMaking(
        Task.Opening task,
        RunningOperation operation,
        ServerAccess access,
        ShardConnections connections,
        OpeningTimeouts timeouts,
        ReferenceCopies copies) {
    /** How many shards are entered by one write. */
    private static final int ENTERED_AT_ONCE = 8;

    /** Compares existing databases too, and repairs them as long as they are empty. */
    void run(Topology now, Pair pair, Keyspace.Sharded keyspace, ReferenceShard reference) throws OperationRefused {
        try (OpeningServers servers = OpeningServers.open(now, pair, access, timeouts)) {
            reference.requireSameProduct(servers.dialect(), pair.name());
            boolean remade;
            try (ShardConnection connection = connections.open(pair.name(), Account.DATA, ReferenceShard.SETTINGS)) {
                NewShards shards = NewShards.takenOver(connection, keyspace, operation.mark());
                remade = isMade(shards, reference);
                remade |= isRepaired(shards, reference);
            } catch (SQLException e) {
                throw new OperationRefused("the primary of pair " + pair.name() + " can't be asked: " + e.getMessage());
            }
            copies.copy(now, keyspace, remade);
            operation.tell("waiting until the standby has the databases");
            servers.awaitStandby(timeouts.standby());
            requireOnStandby(servers, keyspace.databases());
        }
    }

    /** Makes the databases that are missing, if there are any. */
    private boolean isMade(NewShards shards, ReferenceShard reference) throws OperationRefused, SQLException {
        List<Integer> missing = all().filter(
                        shard -> !operation.progress().done().has(shard))
                .boxed()
                .toList();
        operation.makeEach(missing, ENTERED_AT_ONCE, shard -> make(shards, shard, reference));
        return !missing.isEmpty();
    }

    private void make(NewShards shards, int shard, ReferenceShard reference) throws OperationRefused {
        try {
            shards.make(shard, reference.schema());
        } catch (SQLException e) {
            throw failed(
                    shard,
                    shards.database(shard) + " can't be made on the primary of pair " + task.pair() + ": "
                            + e.getMessage());
        }
    }

    /** Enters a shard that has failed, and has to be made again. */
    private OperationRefused failed(int shard, String why) throws OperationRefused {
        List<Integer> failed = List.of(shard);
        operation.update(
                now -> now.withShards(now.done().without(failed), now.begun().with(failed), Map.of(shard, why)));
        return new OperationRefused(why);
    }

    /** Repairs databases that were made long ago, or on a server that isn't the primary any more, if there are any. */
    private boolean isRepaired(NewShards shards, ReferenceShard reference) throws OperationRefused, SQLException {
        boolean repaired = false;
        operation.tell("comparing the databases with " + reference.database());
        for (int shard : all().toArray()) {
            if (shard % ENTERED_AT_ONCE == 0) {
                operation.requireMayGoOn();
            }
            if (!shards.differences(shard, reference.schema()).isEmpty()) {
                make(shards, shard, reference);
                requireAlike(shards, shard, reference);
                repaired = true;
            }
        }
        return repaired;
    }

    private void requireAlike(NewShards shards, int shard, ReferenceShard reference)
            throws OperationRefused, SQLException {
        List<String> differences = shards.differences(shard, reference.schema());
        if (!differences.isEmpty()) {
            throw failed(
                    shard,
                    shards.database(shard) + " on pair " + task.pair() + " isn't like " + reference.database() + ": "
                            + String.join("; ", differences));
        }
    }

    /** The standby has replayed all of its primary's log, but may be configured to leave some databases out. */
    private void requireOnStandby(OpeningServers servers, DatabasePattern databases) throws OperationRefused {
        if (servers.standby().isEmpty()) {
            return;
        }
        Set<Integer> there = servers.onStandby(databases, task);
        Optional<Integer> missing =
                all().boxed().filter(shard -> !there.contains(shard)).findFirst();
        if (missing.isPresent()) {
            throw new OperationRefused("the standby " + servers.standby().get()
                    + " has all that its primary wrote, and no "
                    + databases.databaseOf(new ShardId(missing.get()))
                    + ": is it told to leave databases out (replicate_do_db and its like)?");
        }
    }

    /** Drops what was made, where it is empty; gives what is left, and why. */
    List<String> drop(Keyspace.Sharded keyspace) throws OperationRefused {
        Progress progress = operation.progress();
        List<Integer> ours = progress.done().with(progress.begun().list()).list().stream()
                .filter(shard -> !task.found().has(shard))
                .toList();
        try (ShardConnection connection = connections.open(task.pair(), Account.DATA, ReferenceShard.SETTINGS)) {
            NewShards shards = NewShards.takenOver(connection, keyspace, operation.mark());
            shards.emptyCopies(task.found(), task);
            return shards.drop(ours, task, database -> operation.tell("dropping " + database));
        } catch (SQLException e) {
            throw new OperationRefused("what was made on the primary of pair " + task.pair() + " can't be dropped: "
                    + e.getMessage() + "; CANCEL OPERATION " + operation.number() + " again when it can");
        }
    }

    private IntStream all() {
        return IntStream.rangeClosed(task.first(), task.last());
    }
}
