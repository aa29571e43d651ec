package io.pinion.server.admin;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.util.List;
import java.util.Optional;

/** Finds the keyspace that an admin statement names, and the pair of a shard. */
final class Lookup {
    private Lookup() {}

    /** The sharded keyspace behind FROM or IN; all of them where neither stands there. */
    static List<Keyspace.Sharded> sharded(StatementArguments arguments, Topology topology) {
        return arguments
                .optional("keyspace")
                .map(named -> List.of(sharded(named, topology)))
                .orElseGet(() -> topology.shardedKeyspaces().toList());
    }

    /** @throws SyntaxRefused when no keyspace with shards has the name */
    static Keyspace.Sharded sharded(String name, Topology topology) {
        if (keyspace(name, topology) instanceof Keyspace.Sharded sharded) {
            return sharded;
        }
        throw new SyntaxRefused("keyspace " + name + " isn't sharded");
    }

    /** @throws SyntaxRefused with the keyspace that is meant, or a list of them, when none has the name */
    static Keyspace keyspace(String name, Topology topology) {
        return topology.keyspace(name).orElseThrow(() -> new SyntaxRefused(UnknownName.keyspace(topology, name)));
    }

    /** The pair that has the shard; empty while the shard isn't open. */
    static Optional<Pair> pair(ShardId shard, Keyspace.Sharded keyspace, Topology topology) {
        return Optional.ofNullable(keyspace.ranges().pairOf(shard.number())).flatMap(topology::pair);
    }
}
