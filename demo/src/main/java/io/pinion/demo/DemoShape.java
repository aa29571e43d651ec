package io.pinion.demo;

import io.pinion.routing.catalog.ShardRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The part of the demo's cluster that exists. The range table always covers shards 0 to 4095 on two pairs; in a small
 * cluster only some shards have databases, and only those are open for new objects.
 *
 * @param standbys whether each pair has its second server
 * @param shards the shards whose databases exist, in both sharded keyspaces
 */
public record DemoShape(boolean standbys, NavigableSet<Integer> shards) {
    public static final int SHARDS = 4096;
    static final List<String> PAIRS = List.of("MySQL001", "MySQL002");
    private static final int SHARDS_PER_PAIR = SHARDS / 2;

    public DemoShape {
        shards = java.util.Collections.unmodifiableNavigableSet(new TreeSet<>(shards));
        if (shards.isEmpty() || shards.first() < 0 || shards.last() >= SHARDS) {
            throw new IllegalArgumentException("a cluster has shards, between 0 and " + (SHARDS - 1));
        }
    }

    /** All 4096 shards, on two pairs with their standbys. */
    public static DemoShape full() {
        return new DemoShape(true, IntStream.range(0, SHARDS).boxed().collect(Collectors.toCollection(TreeSet::new)));
    }

    /** The shards of the article's rows, a few at the edges of the ranges, and {@code more}. */
    public static DemoShape small(int... more) {
        NavigableSet<Integer> shards = new TreeSet<>(List.of(0, 1, 2, 3, 1001, 2047, 2048, 2049, 4095));
        shards.addAll(DemoData.shards());
        Arrays.stream(more).forEach(shards::add);
        return new DemoShape(true, shards);
    }

    /** The same without the second servers: a start in half the time. */
    public DemoShape withoutStandbys() {
        return new DemoShape(false, shards);
    }

    /** The pair, an index into {@link #PAIRS}, that a shard lives on. */
    static int pairOf(int shard) {
        return shard / SHARDS_PER_PAIR;
    }

    /** The range table: runs of shards that exist, open by their number, and runs of those that don't, closed. */
    List<ShardRange> ranges() {
        List<ShardRange> ranges = new ArrayList<>();
        int first = 0;
        for (int next = 1; next <= SHARDS; next++) {
            boolean ends =
                    next == SHARDS || pairOf(next) != pairOf(first) || shards.contains(next) != shards.contains(first);
            if (ends) {
                ShardRange range = ShardRange.of(first, next - 1, PAIRS.get(pairOf(first)));
                ranges.add(
                        shards.contains(first) ? range : new ShardRange(range.first(), range.last(), range.pair(), 0));
                first = next;
            }
        }
        return ranges;
    }
}
