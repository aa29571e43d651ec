package io.pinion.operations.schema;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The open shards of a keyspace. */
final class ShardPlaces {
    private ShardPlaces() {}

    static Keyspace.Sharded keyspace(Topology topology, String name) throws OperationRefused {
        if (topology.keyspaces().get(name) instanceof Keyspace.Sharded sharded) {
            return sharded;
        }
        throw new OperationRefused("there is no sharded keyspace " + name);
    }

    /** The open shards in ascending order. */
    static List<ShardPlace> of(Topology topology, String name, Optional<ShardId> only) throws OperationRefused {
        Keyspace.Sharded keyspace = keyspace(topology, name);
        List<ShardPlace> places = new ArrayList<>();
        for (ShardRange range : keyspace.ranges().ranges()) {
            for (int shard = range.first(); shard <= range.last(); shard++) {
                if (only.isEmpty() || only.get().number() == shard) {
                    places.add(
                            new ShardPlace(shard, keyspace.databases().databaseOf(new ShardId(shard)), range.pair()));
                }
            }
        }
        if (places.isEmpty()) {
            throw new OperationRefused(
                    only.map(shard -> "shard " + shard.number()).orElse("no shard") + " of " + name + " is open");
        }
        return places;
    }
}
