package io.pinion.routing.catalog;

import io.pinion.routing.function.ShardFunction;

/**
 * Other shards of a mod keyspace, with databases of their own: those that get its rows until the hand-over, and behind
 * it those that had them, until nobody needs them any more. Clients see neither.
 *
 * @param shards N in {@code hash(key) mod N}
 * @param former whether they had the rows
 */
public record Resharding(
        DatabasePattern databases, RangeTable ranges, int shards, ShardFunction function, boolean former) {
    public Resharding {
        if (shards < 1 || shards > ShardId.MAX + 1) {
            throw new IllegalArgumentException(shards + " shards are not between 1 and " + (ShardId.MAX + 1));
        }
    }

    /** What a list says of the keyspace besides its kind. */
    public String words() {
        return former ? ", resharded from " + shards : ", resharding into " + shards;
    }

    /** In words, such as {@code 1024 shards by md5, databases users_1024_%05d}. */
    @Override
    public String toString() {
        return shards + (shards == 1 ? " shard" : " shards") + " by " + function.name() + ", databases " + databases;
    }
}
