package io.pinion.operations.opening;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.schema.ShardConnection;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The checks before an opening is entered, which EXPLAIN makes too. Changes nothing. Blocks. */
record OpeningCheck(OperationServices services, OpeningTimeouts timeouts) {
    /** The shards that have a database already, which is like the lowest open one and empty. */
    ShardSet found(Topology now, Task.Opening task) throws OperationRefused {
        RequestCheck check = new RequestCheck(now, task);
        Keyspace.Sharded keyspace = check.keyspace();
        check.requireOpenable(keyspace);
        Pair pair = check.pair();
        OpeningGuard guard = new OpeningGuard(task, services);
        guard.requireNoPromotion();
        guard.requireNoFailedChange();
        ShardConnections connections = new ShardConnections(services.running(), services.access());
        ReferenceShard reference = ReferenceShard.read(keyspace, connections);
        try (OpeningServers servers = OpeningServers.open(now, pair, services.access(), timeouts)) {
            reference.requireSameProduct(servers.dialect(), pair.name());
            ReferenceCopies.check(services, now, keyspace, task);
            ShardSet found;
            try (ShardConnection connection = connections.open(pair.name(), Account.DATA, ReferenceShard.SETTINGS)) {
                found = new NewShards(connection, keyspace.databases(), Set.of(), Map.of())
                        .requireNoLeftovers(task, reference);
            }
            requireNoMoreOnStandby(servers, keyspace, task, found);
            return found;
        } catch (SQLException e) {
            throw new OperationRefused("the servers of pair " + pair.name() + " can't be asked: " + e.getMessage());
        }
    }

    /** Replication would stop at the first table that the standby has already. */
    private void requireNoMoreOnStandby(
            OpeningServers servers, Keyspace.Sharded keyspace, Task.Opening task, ShardSet found)
            throws OperationRefused {
        if (moreOnStandby(servers, keyspace, task, found).isEmpty()) {
            return;
        }
        // What was dropped on the primary a moment ago may be on its way.
        servers.awaitStandby(timeouts.standby());
        Set<Integer> more = moreOnStandby(servers, keyspace, task, found);
        if (!more.isEmpty()) {
            throw new OperationRefused("the standby " + servers.standby().orElseThrow()
                    + " has databases of these names that its primary hasn't, of shard"
                    + (more.size() == 1 ? " " : "s ") + ShardSet.of(more)
                    + ": find out whose they are, and drop them there if nobody needs them");
        }
    }

    private static Set<Integer> moreOnStandby(
            OpeningServers servers, Keyspace.Sharded keyspace, Task.Opening task, ShardSet found)
            throws OperationRefused {
        Set<Integer> more = new TreeSet<>(servers.onStandby(keyspace.databases(), task));
        more.removeIf(found::has);
        return more;
    }
}
