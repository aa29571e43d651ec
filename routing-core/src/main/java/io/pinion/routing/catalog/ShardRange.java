package io.pinion.routing.catalog;

/**
 * Consecutive shards that live on one pair.
 *
 * @param first the first shard, inclusive
 * @param last the last shard, inclusive
 * @param insertWeight the range's share of new objects that nothing else places, relative to the other ranges'
 *     weights; 0 closes the range for them, while explicit ids, hints and colocation still insert
 * @param held statements for its shards wait, for the moment in which they go to another pair; those that are under way and
 *     the transactions that are open go on
 */
public record ShardRange(int first, int last, String pair, int insertWeight, boolean held) {
    public ShardRange {
        if (first < 0 || last > ShardId.MAX || first > last) {
            throw new IllegalArgumentException(
                    "[" + first + "," + last + "] is not a range within 0 to " + ShardId.MAX);
        }
        if (insertWeight < 0) {
            throw new IllegalArgumentException("insert weight " + insertWeight + " is negative");
        }
    }

    /** One whose statements don't wait. */
    public ShardRange(int first, int last, String pair, int insertWeight) {
        this(first, last, pair, insertWeight, false);
    }

    /** A range whose every shard is as likely a home of new objects as any other shard. */
    public static ShardRange of(int first, int last, String pair) {
        return new ShardRange(first, last, pair, last - first + 1);
    }

    public ShardRange withPair(String other) {
        return new ShardRange(first, last, other, insertWeight, held);
    }

    public ShardRange withWeight(int weight) {
        return new ShardRange(first, last, pair, weight, held);
    }

    public ShardRange withHeld(boolean hold) {
        return new ShardRange(first, last, pair, insertWeight, hold);
    }

    public int size() {
        return last - first + 1;
    }

    /** The shards of this range from {@code from} to {@code to}, of which it must have one at least, with their share of its weight. */
    ShardRange part(int from, int to) {
        int begin = Math.max(first, from);
        int end = Math.min(last, to);
        return new ShardRange(begin, end, pair, weightUpTo(end + 1) - weightUpTo(begin), held);
    }

    /** Whether one range could state both: the same pair, and each shard as likely a home of new objects. */
    boolean isContinuedBy(ShardRange next) {
        return next.first == last + 1
                && next.pair.equals(pair)
                && next.held == held
                && (long) next.insertWeight * size() == (long) insertWeight * next.size();
    }

    /** This one and the one by which it is continued. */
    ShardRange with(ShardRange next) {
        return new ShardRange(first, next.last, pair, insertWeight + next.insertWeight, held);
    }

    /** The share of the shards before {@code shard}; that of all parts adds up to the whole. */
    private int weightUpTo(int shard) {
        return (int) ((long) insertWeight * (shard - first) / size());
    }
}
