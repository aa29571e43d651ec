package io.pinion.routing.catalog;

/**
 * Consecutive shards that live on one pair.
 *
 * @param first the first shard, inclusive
 * @param last the last shard, inclusive
 * @param insertWeight the range's share of new objects that nothing else places, relative to the other ranges'
 *     weights; 0 closes the range for them, while explicit ids, hints and colocation still insert
 */
public record ShardRange(int first, int last, String pair, int insertWeight) {
    public ShardRange {
        if (first < 0 || last > ShardId.MAX || first > last) {
            throw new IllegalArgumentException(
                    "[" + first + "," + last + "] is not a range within 0 to " + ShardId.MAX);
        }
        if (insertWeight < 0) {
            throw new IllegalArgumentException("insert weight " + insertWeight + " is negative");
        }
    }

    /** A range whose every shard is as likely a home of new objects as any other shard. */
    public static ShardRange of(int first, int last, String pair) {
        return new ShardRange(first, last, pair, last - first + 1);
    }
}
