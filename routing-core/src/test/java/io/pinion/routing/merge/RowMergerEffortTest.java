package io.pinion.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An event loop has others to serve, so no single poll goes through all the rows that have come. */
class RowMergerEffortTest {
    private static final int ROWS = 60_000;
    private static final int FEWEST_POLLS = 10;

    private static final CellType OTHER = new CellType(CellType.Family.OTHER, 0);
    private static final Key KEY = new Key("a", 0, Comparison.NUMERIC);
    private static final Grouping BY_KEY =
            new Grouping(List.of(KEY), List.of(Aggregate.of(AggregateFunction.COUNT, "n", 1)));

    /**
     * @param keys the number of different keys in the rows, which come in their order
     * @param first the first row of the answer
     * @param count the number of rows of the answer
     */
    private record Held(String name, MergePlan plan, Arrival arrival, int keys, String first, int count) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Held> kinds() {
        return List.of(
                new Held("rows to sort", sorted(RowLimit.NONE), Arrival.UNSORTED, ROWS, "0,1", ROWS),
                new Held("the first rows", sorted(new RowLimit(0, ROWS / 2)), Arrival.UNSORTED, ROWS, "0,1", ROWS / 2),
                new Held(
                        "rows before an OFFSET",
                        sorted(new RowLimit(ROWS - 1, 1)),
                        Arrival.SORTED_TOGETHER,
                        ROWS,
                        ROWS - 1 + ",1",
                        1),
                new Held("groups to sort", grouped(order()), Arrival.UNSORTED, ROWS, "0,1", ROWS),
                new Held("groups", grouped(List.of()), Arrival.UNSORTED, 1, "0," + ROWS, 1),
                new Held("a sorted group", grouped(order()), Arrival.SORTED_TOGETHER, 1, "0," + ROWS, 1),
                new Held("equal rows", distinct(List.of()), Arrival.UNSORTED, 2, "0,1", 2),
                new Held("sorted equal rows", distinct(order()), Arrival.SORTED_TOGETHER, 2, "0,1", 2));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aPollGoesThroughAPartOfTheRows(Held kind) {
        RowMerger merger = RowMerger.start(kind.plan(), kind.arrival(), 1, List.of(OTHER, OTHER), Long.MAX_VALUE);
        for (int row = 0; row < ROWS; row++) {
            String key = Integer.toString((int) ((long) row * kind.keys() / ROWS));
            merger.add(0, Cells.of(key, "1"));
        }
        merger.ended(0);

        int pauses = 0;
        List<String> rows = new ArrayList<>();
        do {
            byte[] @Nullable [] row = merger.poll();
            if (row == null) {
                pauses++;
            } else {
                rows.add(Cells.text(row));
            }
        } while (!merger.isFinished());

        assertThat(pauses).isGreaterThan(FEWEST_POLLS);
        assertThat(rows).hasSize(kind.count()).startsWith(kind.first());
    }

    private static List<SortKey> order() {
        return List.of(new SortKey(KEY, false));
    }

    private static MergePlan sorted(RowLimit limit) {
        return new MergePlan(0, Optional.empty(), List.of(), order(), false, limit);
    }

    private static MergePlan grouped(List<SortKey> order) {
        return new MergePlan(0, Optional.of(BY_KEY), List.of(), order, false, RowLimit.NONE);
    }

    private static MergePlan distinct(List<SortKey> order) {
        return new MergePlan(0, Optional.empty(), List.of(KEY), order, false, RowLimit.NONE);
    }
}
