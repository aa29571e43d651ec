package io.pinion.operations.journal;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some shards of a keyspace, written as {@code 0-511,600}. Immutable. */
public final class ShardSet {
    public static final ShardSet NONE = new ShardSet(new BitSet());

    private final BitSet shards;

    private ShardSet(BitSet shards) {
        this.shards = shards;
    }

    public static ShardSet of(Collection<Integer> shards) {
        BitSet set = new BitSet();
        shards.forEach(set::set);
        return new ShardSet(set);
    }

    /** @throws IllegalArgumentException when the text isn't what {@link #toString} writes */
    public static ShardSet parse(String text) {
        BitSet set = new BitSet();
        for (String range : text.isEmpty() ? List.<String>of() : List.of(text.split(",", -1))) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
            if (first < 0 || last < first) {
                throw new IllegalArgumentException("'" + range + "' is no range of shards");
            }
            set.set(first, last + 1);
        }
        return new ShardSet(set);
    }

    public boolean has(int shard) {
        return shards.get(shard);
    }

    public int size() {
        return shards.cardinality();
    }

    public boolean isEmpty() {
        return shards.isEmpty();
    }

    /** The shards in the order of their numbers. */
    public List<Integer> list() {
        return shards.stream().boxed().toList();
    }

    public ShardSet with(Collection<Integer> more) {
        BitSet set = (BitSet) shards.clone();
        more.forEach(set::set);
        return new ShardSet(set);
    }

    public ShardSet without(Collection<Integer> fewer) {
        BitSet set = (BitSet) shards.clone();
        fewer.forEach(set::clear);
        return new ShardSet(set);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ShardSet set && shards.equals(set.shards);
    }

    @Override
    public int hashCode() {
        return shards.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int first = shards.nextSetBit(0); first >= 0; ) {
            int behind = shards.nextClearBit(first);
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (behind - 1 > first) {
                text.append('-').append(behind - 1);
            }
            first = shards.nextSetBit(behind);
        }
        return text.toString();
    }
}
