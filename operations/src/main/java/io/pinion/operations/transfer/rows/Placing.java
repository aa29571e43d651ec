package io.pinion.operations.transfer.rows;

/** Where the rows of an imported table go. */
sealed interface Placing {
    /**
     * Each to the shard of one of its values.
     *
     * @param at where the column is among those that are written
     */
    record ByKey(ShardKey key, int at) implements Placing {}

    /** All of them to every shard. */
    record Everywhere() implements Placing {}

    /**
     * All of them to one shard.
     *
     * @param shard modulo the number of shards that a side has
     */
    record OnOneShard(int shard) implements Placing {}
}
