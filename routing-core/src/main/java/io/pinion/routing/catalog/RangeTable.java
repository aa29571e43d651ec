package io.pinion.routing.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Shard → pair. A shard in no range is not open. Immutable. */
public final class RangeTable {
    private final List<ShardRange> ranges;
    private final int[] firsts;

    /** For each range, the sum of its insert weight and those before it, as {@link #chooseForInsert} counts them. */
    private final long[] weightsUpTo;

    /** The first range whose statements wait. */
    private final @Nullable ShardRange held;

    /** @throws IllegalArgumentException when two ranges share a shard */
    public RangeTable(List<ShardRange> ranges) {
        this.ranges = ranges.stream()
                .sorted(Comparator.comparingInt(ShardRange::first))
                .toList();
        this.firsts = this.ranges.stream().mapToInt(ShardRange::first).toArray();
        this.weightsUpTo = weightsUpTo(this.ranges);
        this.held = this.ranges.stream().filter(ShardRange::held).findFirst().orElse(null);
        for (int i = 1; i < this.ranges.size(); i++) {
            if (this.ranges.get(i).first() <= this.ranges.get(i - 1).last()) {
                throw new IllegalArgumentException(
                        this.ranges.get(i - 1) + " and " + this.ranges.get(i) + " share a shard");
            }
        }
    }

    /** The ranges in the order of their shards. */
    public List<ShardRange> ranges() {
        return ranges;
    }

    /** The number of open shards. */
    public int shards() {
        return ranges.stream().mapToInt(ShardRange::size).sum();
    }

    /** The pair that a shard lives on, or null when the shard is not open. */
    public @Nullable String pairOf(int shard) {
        ShardRange range = rangeOf(shard);
        return range == null ? null : range.pair();
    }

    private @Nullable ShardRange rangeOf(int shard) {
        int found = Arrays.binarySearch(firsts, shard);
        int before = found < 0 ? -found - 2 : found;
        return before >= 0 && ranges.get(before).last() >= shard ? ranges.get(before) : null;
    }

    /** The lowest open shard, or null when there is none. */
    public @Nullable ShardId firstShard() {
        return ranges.isEmpty() ? null : new ShardId(firsts[0]);
    }

    /**
     * A shard for a new object: a range by its insert weight, then any of its shards. A held range is chosen only if
     * all ranges that are open for new objects are held.
     *
     * @return null when no range is open for new objects
     */
    public @Nullable ShardId chooseForInsert(RandomGenerator random) {
        long weight = weightsUpTo.length == 0 ? 0 : weightsUpTo[weightsUpTo.length - 1];
        if (weight == 0) {
            return null;
        }
        ShardRange range = ranges.get(firstAbove(random.nextLong(weight)));
        return new ShardId(random.nextInt(range.first(), range.last() + 1));
    }

    private static long[] weightsUpTo(List<ShardRange> ranges) {
        boolean allHeld = ranges.stream().allMatch(range -> range.held() || range.insertWeight() == 0);
        long[] weights = new long[ranges.size()];
        long sum = 0;
        for (int i = 0; i < weights.length; i++) {
            ShardRange range = ranges.get(i);
            sum += allHeld || !range.held() ? range.insertWeight() : 0;
            weights[i] = sum;
        }
        return weights;
    }

    /** The first range whose sum of weights exceeds {@code point}; there must be one. */
    private int firstAbove(long point) {
        int low = 0;
        int high = weightsUpTo.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (weightsUpTo[middle] > point) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Whether a shard is held: statements for it wait. */
    public boolean isHeld(int shard) {
        ShardRange range = rangeOf(shard);
        return range != null && range.held();
    }

    /** The first held range, or null when there is none. */
    public @Nullable ShardRange held() {
        return held;
    }

    /** Whether {@code later} has every shard of these pairs that isn't held now on the same pair and not held. */
    public boolean isKeptOn(Set<String> pairs, RangeTable later) {
        return ranges.stream()
                .filter(range -> !range.held() && pairs.contains(range.pair()))
                .allMatch(later::hasAll);
    }

    /** The pairs with shards that were on another pair in {@code before}. */
    public Set<String> pairsThatGotShards(RangeTable before) {
        return ranges.stream()
                .filter(range -> before.within(range.first(), range.last()).stream()
                        .anyMatch(was -> !was.pair().equals(range.pair())))
                .map(ShardRange::pair)
                .collect(Collectors.toUnmodifiableSet());
    }

    private boolean hasAll(ShardRange range) {
        List<ShardRange> now = within(range.first(), range.last());
        return now.stream().mapToInt(ShardRange::size).sum() == range.size()
                && now.stream().allMatch(part -> part.pair().equals(range.pair()) && !part.held());
    }

    /** The ranges of these shards, cut to them; shards that are in none are left out. */
    public List<ShardRange> within(int first, int last) {
        return ranges.stream()
                .filter(range -> range.first() <= last && range.last() >= first)
                .map(range -> range.part(first, last))
                .toList();
    }

    /**
     * The table with {@code change} applied to the open shards from {@code first} to {@code last}: ranges are cut
     * there, and neighbours there that have become alike are joined.
     */
    public RangeTable changed(int first, int last, UnaryOperator<ShardRange> change) {
        List<ShardRange> cut = new ArrayList<>();
        for (ShardRange range : ranges) {
            if (range.last() < first || range.first() > last) {
                cut.add(range);
                continue;
            }
            if (range.first() < first) {
                cut.add(range.part(range.first(), first - 1));
            }
            cut.add(change.apply(range.part(first, last)));
            if (range.last() > last) {
                cut.add(range.part(last + 1, range.last()));
            }
        }
        return new RangeTable(joined(cut, first, last));
    }

    /** Ranges elsewhere stay as the topology's author wrote them. */
    private static List<ShardRange> joined(List<ShardRange> cut, int first, int last) {
        List<ShardRange> all = new ArrayList<>();
        for (ShardRange next : cut) {
            boolean concerned = next.first() >= first && next.first() <= last + 1;
            if (concerned && !all.isEmpty() && all.getLast().isContinuedBy(next)) {
                all.add(all.removeLast().with(next));
            } else {
                all.add(next);
            }
        }
        return all;
    }

    /**
     * The table with a range of shards that are in none so far.
     *
     * @throws IllegalArgumentException when another range has one of the shards
     */
    public RangeTable with(ShardRange opened) {
        List<ShardRange> all = new ArrayList<>(ranges);
        all.add(opened);
        return new RangeTable(all).changed(opened.first(), opened.last(), UnaryOperator.identity());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RangeTable table && ranges.equals(table.ranges);
    }

    @Override
    public int hashCode() {
        return ranges.hashCode();
    }

    @Override
    public String toString() {
        return ranges.toString();
    }
}
