package io.pinion.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.merge.AggregateFunction.Input;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** The merger against a naive one, which has all rows before it begins. */
class RowMergerPropertyTest {
    private static final long NO_CAP = Long.MAX_VALUE;
    private static final int NUMBER = 0;
    private static final int TEXT = 1;
    private static final int COUNT = 2;
    /** Tells rows apart that are equal in all else. */
    private static final int SERIAL = 3;

    private static final List<CellType> COLUMNS = List.of(
            new CellType(CellType.Family.DECIMAL, 1),
            new CellType(CellType.Family.OTHER, 0),
            new CellType(CellType.Family.INTEGER, 0),
            new CellType(CellType.Family.INTEGER, 0));

    private static final Key BY_NUMBER = new Key("number", NUMBER, Comparison.NUMERIC);
    private static final Key BY_TEXT = new Key("text", TEXT, Comparison.BYTES);

    record R(int source, @Nullable String number, @Nullable String text, int count, int serial) {
        byte[] @Nullable [] cells() {
            return Cells.of(number, text, Integer.toString(count), Integer.toString(serial));
        }
    }

    @Property
    void rowsInAnyOrderAreSorted(
            @ForAll("sources") List<List<R>> sources,
            @ForAll("orders") List<SortKey> order,
            @ForAll("limits") RowLimit limit,
            @ForAll Random random) {
        MergePlan plan = new MergePlan(0, Optional.empty(), List.of(), order, false, limit);

        assertThat(merge(plan, Arrival.UNSORTED, sources, random)).isEqualTo(naive(plan, sources));
    }

    @Property
    void sortedSourcesAreMerged(
            @ForAll("sources") List<List<R>> sources,
            @ForAll("orders") List<SortKey> order,
            @ForAll("limits") RowLimit limit,
            @ForAll Random random) {
        MergePlan plan = new MergePlan(0, Optional.empty(), List.of(), order, false, limit);
        List<List<R>> sorted = sorted(sources, order);

        assertThat(merge(plan, Arrival.SORTED_TOGETHER, sorted, random)).isEqualTo(naive(plan, sorted));
        assertThat(merge(plan, Arrival.SORTED_IN_TURN, sorted, random)).isEqualTo(naive(plan, sorted));
    }

    @Property
    void sourcesThatFollowEachOtherNeedNoSorting(
            @ForAll("sources") List<List<R>> sources, @ForAll("limits") RowLimit limit, @ForAll Random random) {
        List<SortKey> order = List.of(new SortKey(new Key("serial", SERIAL, Comparison.NUMERIC), false));
        MergePlan plan = new MergePlan(0, Optional.empty(), List.of(), order, true, limit);
        List<String> wanted = sources.stream()
                .flatMap(List::stream)
                .map(RowMergerPropertyTest::text)
                .skip(limit.offset())
                .limit(limit.count())
                .toList();

        assertThat(merge(plan, Arrival.SORTED_IN_TURN, sources, random)).isEqualTo(wanted);
        assertThat(merge(plan, Arrival.SORTED_TOGETHER, sources, random)).isEqualTo(wanted);
    }

    @Property
    void distinctRowsAreTheFirstOfTheirKind(
            @ForAll("sources") List<List<R>> sources,
            @ForAll("orders") List<SortKey> order,
            @ForAll("keys") List<Key> otherKeys,
            @ForAll("limits") RowLimit limit,
            @ForAll Random random) {
        // MySQL refuses (3065) to sort distinct rows by anything that doesn't make them distinct.
        List<Key> distinctBy = Stream.concat(order.stream().map(SortKey::key), otherKeys.stream())
                .distinct()
                .toList();
        MergePlan plan = new MergePlan(2, Optional.empty(), distinctBy, order, false, limit);
        List<List<R>> sorted = sorted(sources, order);
        // Which of equal rows is first depends on when they come, so only their keys can be compared.
        List<String> expected =
                keysOf(naive(new MergePlan(0, Optional.empty(), distinctBy, order, false, limit), sorted), order);

        for (Arrival arrival : Arrival.values()) {
            List<String> merged = merge(plan, arrival, arrival == Arrival.UNSORTED ? sources : sorted, random);
            assertThat(keysOf(merged, order)).as(arrival.name()).isEqualTo(expected);
        }
    }

    @Property
    void groupsAreComputed(
            @ForAll("sources") List<List<R>> sources,
            @ForAll("orders") List<SortKey> order,
            @ForAll("keys") List<Key> keys,
            @ForAll Random random) {
        Grouping grouping = new Grouping(
                keys,
                List.of(
                        Aggregate.of(AggregateFunction.COUNT, "count", COUNT),
                        Aggregate.of(AggregateFunction.SUM, "serial", SERIAL).with(Input.EXACT_SUM, SERIAL)));
        MergePlan plan = new MergePlan(0, Optional.of(grouping), List.of(), order, false, RowLimit.NONE);
        List<List<R>> sorted = sorted(sources, order);
        Set<String> expected = Set.copyOf(naiveGroups(keys, sources));

        for (Arrival arrival : Arrival.values()) {
            List<String> merged = merge(plan, arrival, arrival == Arrival.UNSORTED ? sources : sorted, random);
            List<String> groups = merged.stream().map(row -> groupOf(row, keys)).toList();
            assertThat(groups).as(arrival.name()).doesNotHaveDuplicates();
            assertThat(Set.copyOf(groups)).as(arrival.name()).isEqualTo(expected);
            assertThat(merged).as(arrival.name()).isSortedAccordingTo(byOrder(order));
        }
    }

    @Property
    void withoutOrderEachRowPassesOnce(
            @ForAll("sources") List<List<R>> sources, @ForAll("limits") RowLimit limit, @ForAll Random random) {
        MergePlan plan = new MergePlan(0, Optional.empty(), List.of(), List.of(), false, limit);
        List<String> all = sources.stream()
                .flatMap(List::stream)
                .map(RowMergerPropertyTest::text)
                .toList();

        List<String> merged = merge(plan, Arrival.UNSORTED, sources, random);

        assertThat(merged).doesNotHaveDuplicates().isSubsetOf(all);
        assertThat(merged.size()).isEqualTo((int) Math.min(limit.count(), Math.max(0, all.size() - limit.offset())));
    }

    @Provide
    Arbitrary<List<List<R>>> sources() {
        Arbitrary<@Nullable String> numbers =
                Arbitraries.of("-1.5", "0.0", "2.0", "10.0", "9.5").injectNull(0.1);
        Arbitrary<@Nullable String> texts =
                Arbitraries.of("", "a", "a ", "ab", "b").injectNull(0.1);
        Arbitrary<R> rows = Combinators.combine(
                        numbers, texts, Arbitraries.integers().between(0, 9))
                .as((number, text, count) -> new R(0, number, text, count, 0));
        return rows.list().ofMaxSize(12).list().ofMinSize(1).ofMaxSize(6).map(RowMergerPropertyTest::numbered);
    }

    private static List<List<R>> numbered(List<List<R>> sources) {
        List<List<R>> numbered = new ArrayList<>();
        int serial = 100;
        for (int source = 0; source < sources.size(); source++) {
            List<R> rows = new ArrayList<>();
            for (R row : sources.get(source)) {
                rows.add(new R(source, row.number, row.text, row.count, serial++));
            }
            numbered.add(rows);
        }
        return numbered;
    }

    @Provide
    Arbitrary<List<SortKey>> orders() {
        return keys().flatMap(
                        keys -> Arbitraries.of(true, false).list().ofSize(2).map(descending -> {
                            List<SortKey> order = new ArrayList<>();
                            for (int i = 0; i < keys.size(); i++) {
                                order.add(new SortKey(keys.get(i), descending.get(i)));
                            }
                            return order;
                        }));
    }

    @Provide
    Arbitrary<List<Key>> keys() {
        return Arbitraries.of(
                List.of(BY_NUMBER), List.of(BY_TEXT), List.of(BY_NUMBER, BY_TEXT), List.of(BY_TEXT, BY_NUMBER));
    }

    @Provide
    Arbitrary<RowLimit> limits() {
        return Combinators.combine(
                        Arbitraries.of(0L, 0L, 1L, 3L, 50L), Arbitraries.of(0L, 1L, 2L, 10L, 100L, Long.MAX_VALUE))
                .as(RowLimit::new);
    }

    /** Sources deliver in random turns, keeping to their own order; rows are polled now and then. */
    private static List<String> merge(MergePlan plan, Arrival arrival, List<List<R>> sources, Random random) {
        RowMerger merger = RowMerger.start(plan, arrival, sources.size(), COLUMNS, NO_CAP);
        List<String> merged = new ArrayList<>();
        int[] delivered = new int[sources.size()];
        Set<Integer> running = new HashSet<>();
        for (int i = 0; i < delivered.length; i++) {
            running.add(i);
        }
        while (!running.isEmpty()) {
            int lacking = merger.lacking();
            assertThat(lacking).isLessThan(sources.size());
            if (lacking >= 0) {
                assertThat(running).contains(lacking);
            }
            int source = lacking >= 0 && random.nextInt(4) == 0
                    ? lacking
                    : List.copyOf(running).get(random.nextInt(running.size()));
            if (delivered[source] == sources.get(source).size() || !merger.wants(source)) {
                merger.ended(source);
                running.remove(source);
            } else {
                merger.add(source, sources.get(source).get(delivered[source]++).cells());
            }
            if (random.nextInt(3) == 0) {
                merged.addAll(Cells.polled(merger));
            }
        }
        merged.addAll(Cells.polled(merger));
        assertThat(merger.isFinished()).isTrue();
        return merged;
    }

    private static List<String> naive(MergePlan plan, List<List<R>> sources) {
        List<String> rows = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (R row : sources.stream().flatMap(List::stream).toList()) {
            if (plan.distinctBy().isEmpty() || seen.add(keyOf(text(row), plan.distinctBy()))) {
                rows.add(text(row));
            }
        }
        rows.sort(byOrder(plan.order()));
        return rows.stream()
                .skip(plan.limit().offset())
                .limit(plan.limit().count())
                .collect(Collectors.toList());
    }

    private static List<String> naiveGroups(List<Key> keys, List<List<R>> sources) {
        Map<String, int[]> groups = new LinkedHashMap<>();
        for (R row : sources.stream().flatMap(List::stream).toList()) {
            int[] sums = groups.computeIfAbsent(keyOf(text(row), keys), key -> new int[2]);
            sums[0] += row.count;
            sums[1] += row.serial;
        }
        return groups.entrySet().stream()
                .map(group -> group.getKey() + "=" + group.getValue()[0] + "," + group.getValue()[1])
                .toList();
    }

    private static String groupOf(String row, List<Key> keys) {
        String[] cells = row.split(",", -1);
        return keyOf(row, keys) + "=" + cells[COUNT] + "," + cells[SERIAL];
    }

    private static List<List<R>> sorted(List<List<R>> sources, List<SortKey> order) {
        Comparator<String> comparator = byOrder(order);
        return sources.stream()
                .map(rows -> rows.stream()
                        .sorted((a, b) -> comparator.compare(text(a), text(b)))
                        .toList())
                .toList();
    }

    private static List<String> keysOf(List<String> rows, List<SortKey> order) {
        return rows.stream()
                .map(row -> keyOf(row, order.stream().map(SortKey::key).toList()))
                .toList();
    }

    private static String keyOf(String row, List<Key> keys) {
        String[] cells = row.split(",", -1);
        return keys.stream().map(key -> cells[key.column()]).collect(Collectors.joining("|"));
    }

    private static Comparator<String> byOrder(List<SortKey> order) {
        Comparator<String> comparator = Comparator.comparing(row -> 0);
        for (SortKey by : order) {
            Comparator<String> byKey = by.key().equals(BY_NUMBER)
                    ? Comparator.comparing(row -> number(row.split(",", -1)[NUMBER]))
                    : Comparator.comparing(row -> nullFirst(row.split(",", -1)[TEXT]));
            comparator = comparator.thenComparing(by.descending() ? byKey.reversed() : byKey);
        }
        return comparator;
    }

    private static BigDecimal number(String cell) {
        return cell.equals("NULL") ? BigDecimal.valueOf(-1000) : new BigDecimal(cell);
    }

    private static String nullFirst(String cell) {
        return cell.equals("NULL") ? "" : "x" + cell;
    }

    private static String text(R row) {
        return Cells.text(row.cells());
    }
}
