package io.pinion.operations.opening;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.UnknownName;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;

/** Distributes the new objects that nothing else places among shards. Decides without I/O. */
final class InsertWeights {
    /** The greatest weight that the topology takes. */
    static final int MOST = 1_000_000;

    private InsertWeights() {}

    /**
     * The part of the weight of shards {@code first} to {@code last} that falls to a range; all parts add up to the
     * weight.
     */
    static int share(int first, int last, int weight, ShardRange part) {
        long size = last - first + 1L;
        return (int) (weight * (part.last() + 1L - first) / size)
                - (int) (weight * ((long) part.first() - first) / size);
    }

    static void requirePossible(int weight) throws OperationRefused {
        if (weight < 0 || weight > MOST) {
            throw new OperationRefused("weight " + weight + " is not between 0 and " + MOST
                    + ": it is a share, so that only its relation to those of other ranges matters");
        }
    }

    /** Refuses a keyspace in which weights mean nothing. */
    static Keyspace.Id keyspace(Topology topology, String name) throws OperationRefused {
        Keyspace found = topology.keyspaces().get(name);
        return switch (found) {
            case Keyspace.Id id -> id;
            case Keyspace.Mod mod ->
                throw new OperationRefused("keyspace " + name
                        + " hashes the key of every row to its shard, so that weights have no say in it");
            case Keyspace.Single single -> throw new OperationRefused(name + " is a single keyspace: it has no shards");
            case null -> throw new OperationRefused(UnknownName.keyspace(topology, name));
        };
    }
}
