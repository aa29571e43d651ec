package io.pinion.operations.reshard;

import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;
import java.util.Map;

/** The shards that a keyspace has before it is resharded. */
public record OldShards(DatabasePattern databases, int shards, String hash, List<ShardRange> ranges) {
    public OldShards {
        ranges = List.copyOf(ranges);
    }

    static OldShards of(Keyspace.Mod keyspace) {
        return new OldShards(
                keyspace.databases(),
                keyspace.shards(),
                keyspace.function().name(),
                keyspace.ranges().ranges());
    }

    /** The databases of each pair, pairs in the order of their shards. */
    Map<String, List<String>> databasesOfPairs() {
        return databases.databasesOfPairs(ranges);
    }

    String database(int shard) {
        return databases.databaseOf(new ShardId(shard));
    }
}
