package io.pinion.routing.function;

/** Turns the bytes of a key into a shard number. Implementations are stateless and may be shared by threads. */
public interface ShardFunction {

    /** How a topology names it, such as {@code md5}. */
    String name();

    /**
     * @param key the bytes to hash, as {@link KeyEncoding} made them; not kept
     * @param shards how many shards the keyspace has, at least 1
     * @return 0 to {@code shards - 1}
     */
    int shardOf(byte[] key, int shards);
}
