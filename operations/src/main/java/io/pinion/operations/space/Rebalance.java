package io.pinion.operations.space;

import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which moves even out a load over pairs, a size or a number of statements. Each takes shards from the end of a range of
 * the pair that has most, and gives them to the pair that has least, so that few ranges arise; it is only proposed when
 * neither of both has as much as the first had before. Decides without I/O.
 */
public final class Rebalance {
    private static final int MOST_MOVES = 64;

    /** Of one move: MySQL lets their databases refuse writes one by one, while clients wait. */
    private static final int MOST_SHARDS = 512;

    private final Map<Integer, Long> loads;
    private final double within;
    private RangeTable shards;
    private final Map<String, Long> totals = new LinkedHashMap<>();

    /**
     * @param loads of shards; those that aren't there have none
     * @param pairs that may have shards; others keep what they have
     * @param within how far a pair may be from the mean, as a part of it: 0.1 is 10 %
     */
    public Rebalance(List<ShardRange> shards, Map<Integer, Long> loads, Collection<String> pairs, double within) {
        this.loads = Map.copyOf(loads);
        this.within = within;
        this.shards = new RangeTable(shards);
        for (String pair : pairs) {
            totals.put(pair, rangesOf(pair).mapToLong(this::load).sum());
        }
    }

    private Stream<ShardRange> rangesOf(String pair) {
        return shards.ranges().stream().filter(range -> range.pair().equals(pair));
    }

    private long load(ShardRange range) {
        long sum = 0;
        for (int shard = range.first(); shard <= range.last(); shard++) {
            sum += loads.getOrDefault(shard, 0L);
        }
        return sum;
    }

    /** What each pair has now. */
    public Map<String, Long> totals() {
        return Map.copyOf(totals);
    }

    /** The moves, in the order in which they are to be run; none where all is even, or no move of whole shards helps. */
    public List<PlannedShift> moves() {
        List<PlannedShift> moves = new ArrayList<>();
        while (moves.size() < MOST_MOVES) {
            Optional<PlannedShift> next = next();
            if (next.isEmpty()) {
                return moves;
            }
            moves.add(next.get());
            take(next.get());
        }
        return moves;
    }

    private Optional<PlannedShift> next() {
        String least = totals.entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElseThrow();
        double mean =
                totals.values().stream().mapToLong(Long::longValue).average().orElse(0);
        boolean even = totals.values().stream()
                .allMatch(total -> total <= mean * (1 + within) && total >= mean * (1 - within));
        if (even) {
            return Optional.empty();
        }
        return totals.entrySet().stream()
                .filter(total -> total.getValue() > mean)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .flatMap(total -> shift(total.getKey(), least, Math.round(mean)).stream())
                .findFirst();
    }

    /** What comes nearest to make both even. */
    private Optional<PlannedShift> shift(String most, String least, long mean) {
        long high = total(most);
        long wanted = Math.min(high - mean, mean - total(least));
        return rangesOf(most)
                .filter(range -> !range.held())
                .flatMap(range -> Stream.of(part(range, wanted, false), part(range, wanted, true)))
                .map(part -> shift(part, most, least))
                .filter(shift -> shift.load() > 0 && shift.toAfter() < high)
                .min(Comparator.<PlannedShift>comparingLong(shift -> Math.abs(shift.load() - wanted))
                        .thenComparingLong(PlannedShift::load));
    }

    private long total(String pair) {
        return totals.getOrDefault(pair, 0L);
    }

    private PlannedShift shift(ShardRange part, String from, String to) {
        long load = load(part);
        return new PlannedShift(part.first(), part.last(), from, to, load, total(from) - load, total(to) + load);
    }

    /** As many shards from one end as come nearest to the load, at least one. */
    private ShardRange part(ShardRange range, long wanted, boolean last) {
        long sum = 0;
        int count = 0;
        while (count < Math.min(range.size(), MOST_SHARDS)) {
            long next = loads.getOrDefault(last ? range.last() - count : range.first() + count, 0L);
            if (count > 0 && Math.abs(sum + next - wanted) > Math.abs(sum - wanted)) {
                break;
            }
            sum += next;
            count++;
        }
        return last
                ? ShardRange.of(range.last() - count + 1, range.last(), range.pair())
                : ShardRange.of(range.first(), range.first() + count - 1, range.pair());
    }

    private void take(PlannedShift shift) {
        shards = shards.changed(shift.first(), shift.last(), range -> range.withPair(shift.to()));
        totals.put(shift.from(), shift.fromAfter());
        totals.put(shift.to(), shift.toAfter());
    }
}
