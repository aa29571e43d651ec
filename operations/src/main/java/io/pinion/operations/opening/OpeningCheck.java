package io.pinion.operations.opening;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.schema.ShardConnection;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.operations.server.ServerAccess;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;

/** The checks before anything is made, which an explanation shows too. Changes nothing. Blocks. */
final class OpeningCheck {
    private final OperationJournal journal;
    private final ShardConnections connections;
    private final ServerAccess access;
    private final OpeningTimeouts timeouts;

    OpeningCheck(
            OperationJournal journal, ShardConnections connections, ServerAccess access, OpeningTimeouts timeouts) {
        this.journal = journal;
        this.connections = connections;
        this.access = access;
        this.timeouts = timeouts;
    }

    /** Uses the results of the checks, as long as the servers are connected. */
    interface Use<T> {
        T of(Keyspace.Sharded keyspace, ReferenceShard reference, OpeningServers servers, ShardSet found)
                throws SQLException, OpeningRefused;
    }

    <T> T run(Topology now, Task.Opening task, Use<T> use) throws OpeningRefused {
        RequestCheck check = new RequestCheck(now, task);
        Keyspace.Sharded keyspace = check.keyspace();
        check.requireOpenable(keyspace);
        Pair pair = check.pair();
        OpeningGuard.requireNoPromotion(journal, task.pair());
        OpeningGuard.requireNoFailedChange(journal, task.keyspace());
        ReferenceShard reference = ReferenceShard.read(keyspace, connections);
        try (OpeningServers servers = OpeningServers.open(now, pair, access, timeouts)) {
            reference.requireSameProduct(servers.dialect(), pair.name());
            ShardSet found;
            try (ShardConnection connection = connections.open(pair.name(), Account.DATA, ReferenceShard.SETTINGS)) {
                found = new NewShards(connection, keyspace.databases(), Set.of()).requireNoLeftovers(task, reference);
            }
            requireNoMoreOnStandby(servers, keyspace, task, found);
            return use.of(keyspace, reference, servers, found);
        } catch (SQLException e) {
            throw new OpeningRefused("the servers of pair " + pair.name() + " can't be asked: " + e.getMessage());
        }
    }

    /** Replication would stop at the first table that the standby has already. */
    private static void requireNoMoreOnStandby(
            OpeningServers servers, Keyspace.Sharded keyspace, Task.Opening task, ShardSet found)
            throws OpeningRefused {
        Set<Integer> more = new TreeSet<>(servers.onStandby(keyspace.databases(), task));
        more.removeIf(found::has);
        if (!more.isEmpty()) {
            throw new OpeningRefused("the standby " + servers.standby().orElseThrow()
                    + " has databases of these names that its primary hasn't, of shard"
                    + (more.size() == 1 ? " " : "s ") + ShardSet.of(more)
                    + ": find out whose they are, and drop them there if nobody needs them");
        }
    }
}
