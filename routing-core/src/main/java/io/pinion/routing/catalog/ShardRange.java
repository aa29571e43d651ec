package io.pinion.routing.catalog;

/**
 * Consecutive shards that live on one pair.
 *
 * @param first the first shard, inclusive
 * @param last the last shard, inclusive
 * @param insertWeight the range's share of new objects without another rule for their place, relative to the other
 *     ranges' weights; 0 closes the range for them, while explicit ids, hints and colocation still insert
 * @param held new statements for its shards wait for the moment in which the shards go to another pair; those under way
 *     and open transactions go on
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

    /** A range that isn't held. */
    public ShardRange(int first, int last, String pair, int insertWeight) {
        this(first, last, pair, insertWeight, false);
    }

    /** A range whose insert weight is its number of shards. */
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

    /**
     * The shards of this range from {@code from} to {@code to}, with their share of its weight. The range must have at
     * least one of them.
     */
    ShardRange part(int from, int to) {
        int begin = Math.max(first, from);
        int end = Math.min(last, to);
        return new ShardRange(begin, end, pair, weightUpTo(end + 1) - weightUpTo(begin), held);
    }

    /** Whether one range could state both: the same pair, and the same insert weight for each shard. */
    boolean isContinuedBy(ShardRange next) {
        return next.first == last + 1
                && next.pair.equals(pair)
                && next.held == held
                && (long) next.insertWeight * size() == (long) insertWeight * next.size();
    }

    /** This range joined with the range by which it is continued. */
    ShardRange with(ShardRange next) {
        return new ShardRange(first, next.last, pair, insertWeight + next.insertWeight, held);
    }

    /** The weight of the shards before {@code shard}; the weights of all parts add up to the whole. */
    private int weightUpTo(int shard) {
        return (int) ((long) insertWeight * (shard - first) / size());
    }
}
