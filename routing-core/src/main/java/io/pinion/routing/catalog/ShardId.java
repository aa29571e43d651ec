package io.pinion.routing.catalog;

/** The number of a shard, 0 to 65535: the 16 bits that an id reserves for it. */
public record ShardId(int number) implements Comparable<ShardId> {
    public static final int MAX = 0xFFFF;

    public ShardId {
        if (number < 0 || number > MAX) {
            throw new IllegalArgumentException("shard " + number + " is not between 0 and " + MAX);
        }
    }

    @Override
    public int compareTo(ShardId other) {
        return Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
        return Integer.toString(number);
    }
}
