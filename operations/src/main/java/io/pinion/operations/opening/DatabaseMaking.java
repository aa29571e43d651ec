package io.pinion.operations.opening;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Task;
import io.pinion.operations.schema.ShardConnection;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.operations.server.ServerAccess;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The first half of an opening: makes the databases on both servers of the pair, like the reference, with the rows of
 * reference tables. Blocks.
 */
final class DatabaseMaking {
    /** How many shards are entered by one write. */
    private static final int ENTERED_AT_ONCE = 8;

    private final Task.Opening task;
    private final OpeningEntry entry;
    private final OpeningGuard guard;
    private final ShardConnections connections;
    private final ServerAccess access;
    private final OpeningTimeouts timeouts;
    private final ReferenceCopying copying;

    DatabaseMaking(
            Task.Opening task,
            OpeningEntry entry,
            OpeningGuard guard,
            ShardConnections connections,
            ServerAccess access,
            OpeningTimeouts timeouts,
            ReferenceCopying copying) {
        this.task = task;
        this.entry = entry;
        this.guard = guard;
        this.connections = connections;
        this.access = access;
        this.timeouts = timeouts;
        this.copying = copying;
    }

    /** Compares existing databases too, and repairs them as long as they are empty. */
    void run(Topology now, Pair pair, Keyspace.Sharded keyspace, ReferenceShard reference)
            throws OpeningRefused, Cancelled {
        try (OpeningServers servers = OpeningServers.open(now, pair, access, timeouts)) {
            reference.requireSameProduct(servers.dialect(), pair.name());
            try (ShardConnection connection = connections.open(pair.name(), Account.DATA, ReferenceShard.SETTINGS)) {
                NewShards shards = NewShards.takenOver(connection, keyspace, entry.number());
                make(shards, reference);
                compare(shards, reference);
            } catch (SQLException e) {
                throw new OpeningRefused("the primary of pair " + pair.name() + " can't be asked: " + e.getMessage());
            }
            copying.copy(now, keyspace);
            entry.step("waiting until the standby has the databases");
            servers.awaitStandby(timeouts.standby());
            requireOnStandby(servers, keyspace.databases());
        }
    }

    private void make(NewShards shards, ReferenceShard reference) throws OpeningRefused, Cancelled {
        entry.step("making the databases");
        List<Integer> missing = all().filter(shard -> !entry.progress().done().has(shard))
                .boxed()
                .toList();
        List<Integer> made = List.of();
        for (int from = 0; from < missing.size(); from += ENTERED_AT_ONCE) {
            List<Integer> next = missing.subList(from, Math.min(missing.size(), from + ENTERED_AT_ONCE));
            entry.shards(made, next);
            guard.requireMayGoOn();
            for (int shard : next) {
                make(shards, shard, reference);
            }
            made = next;
        }
        entry.shards(made, List.of());
    }

    private void make(NewShards shards, int shard, ReferenceShard reference) throws OpeningRefused {
        try {
            shards.make(shard, reference.schema());
        } catch (SQLException e) {
            throw failed(
                    shard,
                    shards.database(shard) + " can't be made on the primary of pair " + task.pair() + ": "
                            + e.getMessage());
        }
    }

    private OpeningRefused failed(int shard, String why) throws OpeningRefused {
        entry.failed(shard, why);
        return new OpeningRefused(why);
    }

    /** Repairs databases that were made long ago, or on a server that isn't the primary any more. */
    private void compare(NewShards shards, ReferenceShard reference) throws OpeningRefused, Cancelled, SQLException {
        entry.step("comparing the databases with " + reference.database());
        for (int shard : all().toArray()) {
            if (shard % ENTERED_AT_ONCE == 0) {
                guard.requireMayGoOn();
            }
            if (!shards.differences(shard, reference.schema()).isEmpty()) {
                make(shards, shard, reference);
                requireAlike(shards, shard, reference);
            }
        }
    }

    private void requireAlike(NewShards shards, int shard, ReferenceShard reference)
            throws OpeningRefused, SQLException {
        List<String> differences = shards.differences(shard, reference.schema());
        if (!differences.isEmpty()) {
            throw failed(
                    shard,
                    shards.database(shard) + " on pair " + task.pair() + " isn't like " + reference.database() + ": "
                            + String.join("; ", differences));
        }
    }

    /** The standby has replayed all of its primary's log, but may be configured to leave some databases out. */
    private void requireOnStandby(OpeningServers servers, DatabasePattern databases) throws OpeningRefused {
        if (servers.standby().isEmpty()) {
            return;
        }
        Set<Integer> there = servers.onStandby(databases, task);
        Optional<Integer> missing =
                all().boxed().filter(shard -> !there.contains(shard)).findFirst();
        if (missing.isPresent()) {
            throw new OpeningRefused("the standby " + servers.standby().get()
                    + " has all that its primary wrote, and no "
                    + databases.databaseOf(new ShardId(missing.get()))
                    + ": is it told to leave databases out (replicate_do_db and its like)?");
        }
    }

    private IntStream all() {
        return IntStream.rangeClosed(task.first(), task.last());
    }
}
