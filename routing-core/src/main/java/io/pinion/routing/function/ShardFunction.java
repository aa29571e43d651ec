package io.pinion.routing.function;

/** Turns the bytes of a key into a shard number. Implementations are stateless and may be shared by threads. */
public interface ShardFunction {

    /** Its name in a topology, such as {@code md5}. */
    String name();

    /**
     * @param key the bytes to hash, from {@link KeyEncoding}; not kept
     * @param shards the keyspace's number of shards, at least 1
     * @return 0 to {@code shards - 1}
     */
    int shardOf(byte[] key, int shards);
}
