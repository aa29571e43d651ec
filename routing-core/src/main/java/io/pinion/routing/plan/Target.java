package io.pinion.routing.plan;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import org.jspecify.annotations.Nullable;

/**
 * One database on one pair: a shard of a keyspace, or the database of a single keyspace.
 *
 * @param pair the pair's name; execution finds its primary in the running topology
 * @param database the physical database, such as {@code db03429}
 */
public record Target(String pair, String database) {
    /** Null when the shard isn't open. */
    public static @Nullable Target of(Keyspace.Sharded keyspace, int shard) {
        String pair = keyspace.ranges().pairOf(shard);
        return pair == null ? null : new Target(pair, keyspace.databases().databaseOf(new ShardId(shard)));
    }

    @Override
    public String toString() {
        return pair + " " + database;
    }
}
