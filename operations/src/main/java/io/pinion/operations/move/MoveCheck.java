package io.pinion.operations.move;

import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.copy.DatabaseCopy;
import io.pinion.operations.engine.OpenShards;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.ServerConnection;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.TransactionMode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks whether shards can be moved at all, before anything is done. Blocks. */
final class MoveCheck {
    private final Topology topology;
    private final PairSide from;
    private final PairSide to;
    private final List<String> problems = new ArrayList<>();

    MoveCheck(MovePairs pairs) {
        this.topology = pairs.topology();
        this.from = pairs.from();
        this.to = pairs.to();
    }

    // --- what the topology tells

    /** The task, if these shards are on one pair now and the target is another pair. */
    static Move task(Topology topology, WantedMove wanted) throws OperationRefused {
        String name = wanted.keyspace();
        int first = wanted.named();
        int last = wanted.last();
        String to = wanted.to();
        Keyspace.Sharded keyspace = sharded(topology, name);
        List<ShardRange> ranges = OpenShards.within(keyspace, first, last);
        if (topology.pair(to).isEmpty()) {
            throw new OperationRefused("the topology has no pair " + to + "; its pairs are "
                    + String.join(", ", topology.pairs().keySet()));
        }
        if (ranges.stream().anyMatch(ShardRange::held)) {
            throw new OperationRefused(
                    "statements for them are held: another operation works on them (SHOW OPERATIONS)");
        }
        List<String> pairs = ranges.stream().map(ShardRange::pair).distinct().toList();
        if (pairs.size() > 1) {
            throw new OperationRefused("they are on several pairs, and a move is from one to one: "
                    + ranges.stream()
                            .map(range -> range.first() + "-" + range.last() + " on " + range.pair())
                            .collect(Collectors.joining(", ")));
        }
        if (pairs.getFirst().equals(to)) {
            throw new OperationRefused("they are on pair " + to + " already");
        }
        return new Move(name, wanted.first(), last, pairs.getFirst(), to);
    }

    private static Keyspace.Sharded sharded(Topology topology, String name) throws OperationRefused {
        Keyspace keyspace =
                topology.keyspace(name).orElseThrow(() -> new OperationRefused(UnknownName.keyspace(topology, name)));
        if (keyspace instanceof Keyspace.Sharded sharded) {
            return sharded;
        }
        throw new OperationRefused("keyspace " + name + " has no shards");
    }

    /** The names of the shards' databases, in their order. */
    static List<String> databases(Topology topology, Move task) throws OperationRefused {
        return sharded(topology, task.keyspace()).databases().databasesOf(task.first(), task.last());
    }

    // --- what the servers tell

    void run() throws OperationRefused, SQLException {
        from.requireStandby();
        to.requireStandby();
        problems.addAll(from.problems());
        problems.addAll(to.problems());
        if (from.primary().server().dialect().equals(to.primary().server().dialect())) {
            settings();
            promises();
            identities();
            requireNoChannel();
        }
        String checks = problems.isEmpty() ? "" : " (CHECK SERVERS tells all that is wrong with the servers)";
        List<String> databases = from.primary().databases();
        problems.addAll(DatabaseCopy.problems(
                from.primary().server(), to.primary().server(), databases, databases, CopyControl.NONE));
        if (!problems.isEmpty()) {
            throw new OperationRefused(String.join("; ", problems) + checks);
        }
    }

    private void settings() throws SQLException {
        for (PairSide side : List.of(from, to)) {
            for (String problem : side.primary().server().replicationProblems()) {
                problems.add(side.primary() + ": " + problem);
            }
        }
    }

    /** Each pair replicates from the other until the move is finished. */
    private void promises() {
        if (from.primary().server().dialect().channels().carryXa()) {
            return;
        }
        for (Keyspace keyspace : topology.keyspaces().values()) {
            if (keyspace.transactions() == TransactionMode.XA && isOnOneOf(keyspace)) {
                problems.add(
                        "keyspace " + keyspace.name() + " has \"transactions\": \"xa\" on these pairs, and filtered"
                                + " replication of MySQL stops at an XA transaction: let it be \"best_effort\" until the move is"
                                + " finished");
            }
        }
    }

    private boolean isOnOneOf(Keyspace keyspace) {
        Set<String> pairs = Set.of(from.pair().name(), to.pair().name());
        return switch (keyspace) {
            case Keyspace.Sharded sharded ->
                Stream.concat(
                                sharded.ranges().ranges().stream().map(ShardRange::pair),
                                sharded.importing().flatMap(Importing::pair).stream())
                        .anyMatch(pairs::contains);
            case Keyspace.Single single -> pairs.contains(single.pair());
        };
    }

    /** Servers tell each other's transactions apart by these identities. */
    private void identities() throws SQLException {
        Map<String, MovedDatabases> seen = new HashMap<>();
        for (PairSide side : List.of(from, to)) {
            for (MovedDatabases server : side.servers()) {
                for (String identity : server.server().identities()) {
                    MovedDatabases other = seen.put(identity, server);
                    if (other != null) {
                        problems.add(server + " and " + other + " have the same " + identity + ": give each its own");
                    }
                }
            }
        }
        ServerConnection here = from.primary().server();
        String domain = here.writesAs();
        if (domain.equals(to.primary().server().writesAs())) {
            problems.add("the pairs " + from.pair().name() + " and " + to.pair().name() + " have the same " + domain
                    + ": give each pair its own");
        }
    }

    /** The databases of another operation's channel would be lost among those of this move. */
    private void requireNoChannel() throws SQLException {
        for (PairSide side : List.of(from, to)) {
            List<String> channels = side.primary().server().channels();
            if (!channels.isEmpty()) {
                problems.add(side.primary() + " follows other servers on channel " + String.join(", ", channels)
                        + ": let the operation end that has made it (SHOW OPERATIONS), or remove the channel");
            }
        }
    }
}
