package io.pinion.operations.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.ShardRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RebalanceTest {
    private static final double WITHIN = 0.1;

    private static Map<Integer, Long> equal(int shards) {
        Map<Integer, Long> loads = new HashMap<>();
        IntStream.range(0, shards).forEach(shard -> loads.put(shard, 10L));
        return loads;
    }

    private static List<String> statements(Rebalance plan) {
        return plan.moves().stream().map(move -> move.statement("shop")).toList();
    }

    @Test
    void anEmptyPairGetsItsShare() {
        Rebalance plan = new Rebalance(
                List.of(ShardRange.of(0, 7, "a"), ShardRange.of(8, 15, "b")),
                equal(16),
                List.of("a", "b", "c"),
                WITHIN);

        assertThat(statements(plan))
                .containsExactly("MOVE SHARDS 0-2 TO PAIR c IN shop", "MOVE SHARDS 8-9 TO PAIR c IN shop");
    }

    @Test
    void noMoveHasMoreShardsThanClientsWaitFor() {
        assertThat(statements(
                        new Rebalance(List.of(ShardRange.of(0, 2399, "a")), equal(2400), List.of("a", "b"), WITHIN)))
                .containsExactly(
                        "MOVE SHARDS 0-511 TO PAIR b IN shop",
                        "MOVE SHARDS 512-1023 TO PAIR b IN shop",
                        "MOVE SHARDS 1024-1199 TO PAIR b IN shop");
    }

    @Test
    void whatIsEvenStays() {
        List<ShardRange> shards = List.of(ShardRange.of(0, 7, "a"), ShardRange.of(8, 15, "b"));
        assertThat(new Rebalance(shards, equal(16), List.of("a", "b"), WITHIN).moves())
                .isEmpty();
        assertThat(new Rebalance(shards, Map.of(), List.of("a", "b", "c"), WITHIN).moves())
                .isEmpty();
    }

    @Test
    void oneShardThatIsAllStaysToo() {
        Map<Integer, Long> loads = Map.of(0, 1000L, 1, 1L);
        assertThat(statements(new Rebalance(
                        List.of(ShardRange.of(0, 1, "a"), ShardRange.of(2, 3, "b")), loads, List.of("a", "b"), WITHIN)))
                .containsExactly("MOVE SHARD 1 TO PAIR b IN shop");
    }

    @Test
    void whoCanGiveNothingKeepsNobodyFromIt() {
        Map<Integer, Long> loads = equal(11);
        loads.replaceAll((shard, load) -> shard == 0 ? 1000L : 60L);
        assertThat(statements(new Rebalance(
                        List.of(ShardRange.of(0, 0, "a"), ShardRange.of(1, 10, "b")),
                        loads,
                        List.of("a", "b", "c"),
                        WITHIN)))
                .contains("MOVE SHARD 1 TO PAIR c IN shop");
    }

    @Test
    void heldShardsAndOtherPairsKeepWhatTheyHave() {
        List<ShardRange> shards =
                List.of(ShardRange.of(0, 7, "a").withHeld(true), ShardRange.of(8, 9, "a"), ShardRange.of(10, 15, "z"));
        assertThat(new Rebalance(shards, equal(16), List.of("a", "b"), WITHIN).moves())
                .allSatisfy(move -> assertThat(move.first()).isBetween(8, 9))
                .isNotEmpty();
    }

    @Test
    void noMoveMakesThePairWithMostHaveMore() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int shards = 16 + random.nextInt(200);
            List<String> pairs = List.of("a", "b", "c", "d").subList(0, 2 + random.nextInt(3));
            Map<Integer, Long> loads = new HashMap<>();
            List<ShardRange> ranges = new ArrayList<>();
            for (int first = 0; first < shards; ) {
                int last = Math.min(shards - 1, first + random.nextInt(40));
                ranges.add(ShardRange.of(first, last, pairs.get(random.nextInt(pairs.size()))));
                for (int shard = first; shard <= last; shard++) {
                    loads.put(shard, (long) random.nextInt(random.nextInt(10) == 0 ? 1000 : 50));
                }
                first = last + 1;
            }
            check(new Rebalance(ranges, loads, pairs, WITHIN), ranges, loads, seed);
        }
    }

    private static void check(Rebalance plan, List<ShardRange> ranges, Map<Integer, Long> loads, int seed) {
        Map<Integer, String> places = new HashMap<>();
        ranges.forEach(range ->
                IntStream.rangeClosed(range.first(), range.last()).forEach(shard -> places.put(shard, range.pair())));
        Map<String, Long> totals = new HashMap<>(plan.totals());
        long most = Collections.max(totals.values());
        for (PlannedShift move : plan.moves()) {
            for (int shard = move.first(); shard <= move.last(); shard++) {
                assertThat(places.put(shard, move.to())).as("seed " + seed).isEqualTo(move.from());
                long load = loads.getOrDefault(shard, 0L);
                totals.merge(move.from(), -load, Long::sum);
                totals.merge(move.to(), load, Long::sum);
            }
            assertThat(totals)
                    .as("seed " + seed)
                    .containsEntry(move.from(), move.fromAfter())
                    .containsEntry(move.to(), move.toAfter());
            assertThat(Collections.max(totals.values())).as("seed " + seed).isLessThanOrEqualTo(most);
            most = Collections.max(totals.values());
        }
    }
}
