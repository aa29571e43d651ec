package io.pinion.routing.catalog;

import io.pinion.routing.function.ShardFunction;
import io.pinion.routing.function.ShardFunctions;
import java.nio.charset.StandardCharsets;

/**
 * The objects of a table whose local ids lead to their shards: each was a row with this number in a database that was
 * imported, and is on the shard that the md5 of the number leads to.
 *
 * @param shards as many as the keyspace had then
 * @param through the largest such number; those of other objects are larger
 */
public record HashedNumbers(int shards, long through) {
    /** A keyspace of ids has no hash of its own: imports place objects by that of the article. */
    public static final ShardFunction FUNCTION = ShardFunctions.byName("md5").orElseThrow();

    /** @throws IllegalArgumentException when there is no such number of shards, or no such local id */
    public HashedNumbers {
        if (shards < 1 || shards > ShardId.MAX + 1 || through < 1 || through > GlobalId.MAX_LOCAL) {
            throw new IllegalArgumentException("hashed numbers are those through 1 to " + GlobalId.MAX_LOCAL
                    + ", on 1 to " + (ShardId.MAX + 1) + " shards");
        }
    }

    public boolean has(long number) {
        return number >= 1 && number <= through;
    }

    /** The shard of an object with such a number. */
    public int shardOf(long number) {
        return FUNCTION.shardOf(Long.toString(number).getBytes(StandardCharsets.US_ASCII), shards);
    }
}
