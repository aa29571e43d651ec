package io.pinion.routing.catalog;

/**
 * An open shard whose statements wait.
 *
 * @param pair the pair on which it still lives
 */
public record HeldShard(String keyspace, ShardId shard, String pair) {
    /** For messages. */
    @Override
    public String toString() {
        return "shard " + shard + " of " + keyspace;
    }
}
