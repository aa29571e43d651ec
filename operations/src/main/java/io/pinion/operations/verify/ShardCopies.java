package io.pinion.operations.verify;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OpenShards;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.UnknownName;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Finds the shards of a {@link VerifyScope}. */
final class ShardCopies {
    private ShardCopies() {}

    /** The shards by keyspace, then in ascending order; none of a pair without shards. */
    static List<ShardCopy> of(Topology topology, VerifyScope scope) throws OperationRefused {
        List<ShardCopy> shards = new ArrayList<>();
        switch (scope) {
            case VerifyScope.Shards(String name, int first, int last) -> {
                Keyspace.Sharded keyspace = sharded(topology, name);
                OpenShards.within(keyspace, first, last);
                add(shards, keyspace, shard -> shard.shard() >= first && shard.shard() <= last);
            }
            case VerifyScope.Keyspace(String name) -> add(shards, sharded(topology, name), shard -> true);
            case VerifyScope.Pair(String name) -> {
                if (topology.pair(name).isEmpty()) {
                    throw new OperationRefused(UnknownName.pair(topology, name));
                }
                for (Keyspace keyspace : topology.keyspaces().values()) {
                    if (keyspace instanceof Keyspace.Sharded sharded) {
                        add(shards, sharded, shard -> shard.pair().equals(name));
                    }
                }
            }
        }
        return shards;
    }

    private static Keyspace.Sharded sharded(Topology topology, String name) throws OperationRefused {
        if (topology.keyspaces().get(name) instanceof Keyspace.Sharded sharded) {
            return sharded;
        }
        throw new OperationRefused(
                topology.keyspaces().containsKey(name)
                        ? "keyspace " + name + " isn't sharded"
                        : UnknownName.keyspace(topology, name));
    }

    private static void add(List<ShardCopy> shards, Keyspace.Sharded keyspace, Predicate<ShardCopy> wanted) {
        for (ShardRange range : keyspace.ranges().ranges()) {
            for (int shard = range.first(); shard <= range.last(); shard++) {
                ShardCopy copy = new ShardCopy(
                        keyspace.name(), shard, keyspace.databases().databaseOf(new ShardId(shard)), range.pair());
                if (wanted.test(copy)) {
                    shards.add(copy);
                }
            }
        }
    }
}
