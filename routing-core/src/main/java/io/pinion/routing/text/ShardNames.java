package io.pinion.routing.text;

/**
 * Tells the names of shard databases ({@code db03429}) from other names. Called for every qualified name, so it must be
 * fast.
 */
@FunctionalInterface
public interface ShardNames {
    /** No name is a shard's. */
    ShardNames NONE = (text, from, to) -> false;

    /** @param text holds the name, without quotes, at {@code from} (inclusive) to {@code to} (exclusive) */
    boolean isShardDatabase(byte[] text, int from, int to);
}
