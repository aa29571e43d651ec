package io.pinion.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowMergerTest {
    private static final CellType OTHER = new CellType(CellType.Family.OTHER, 0);
    private static final List<CellType> TWO_COLUMNS = List.of(OTHER, OTHER);
    private static final Key FIRST = new Key("a", 0, Comparison.NUMERIC);
    private static final Key HIDDEN = new Key("b", 1, Comparison.BYTES);
    private static final long CAP = 10_000;

    @Test
    void withoutOrderRowsPassAtOnce() {
        RowMerger merger = start(MergePlan.CONCAT, Arrival.UNSORTED, 2);

        merger.add(1, Cells.of("1", null));
        assertThat(Cells.polled(merger)).containsExactly("1,NULL");
        merger.add(0, Cells.of("2", "x"));
        assertThat(Cells.polled(merger)).containsExactly("2,x");
        assertThat(merger.heldBytes()).isZero();

        merger.ended(0);
        assertThat(merger.isFinished()).isFalse();
        merger.ended(1);
        assertThat(merger.isFinished()).isTrue();
    }

    @Test
    void hiddenColumnsAreLeftOut() {
        RowMerger merger = start(sorting(1, HIDDEN, RowLimit.NONE), Arrival.UNSORTED, 1);

        merger.add(0, Cells.of("1", "z"));
        merger.add(0, Cells.of("2", "y"));
        merger.ended(0);

        assertThat(Cells.polled(merger)).containsExactly("2", "1");
    }

    @Test
    void aLimitWithoutOrderStopsAllSources() {
        RowMerger merger = start(
                new MergePlan(0, Optional.empty(), List.of(), List.of(), false, new RowLimit(1, 1)),
                Arrival.UNSORTED,
                2);

        merger.add(0, Cells.of("1", ""));
        assertThat(Cells.polled(merger)).isEmpty();
        assertThat(merger.isFull()).isFalse();
        merger.add(1, Cells.of("2", ""));
        merger.add(1, Cells.of("3", ""));
        assertThat(Cells.polled(merger)).containsExactly("2,");

        assertThat(merger.isFull()).isTrue();
        assertThat(merger.wants(0)).isFalse();
        assertThat(merger.isFinished()).isTrue();
    }

    @Test
    void limitZeroWantsNothing() {
        RowMerger merger = start(sorting(0, FIRST, new RowLimit(0, 0)), Arrival.UNSORTED, 1);

        assertThat(merger.isFull()).isTrue();
        merger.add(0, Cells.of("1", ""));
        assertThat(merger.poll()).isNull();
    }

    @Test
    void sortedSourcesTellWhichOneIsLacking() {
        RowMerger merger = start(sorting(0, FIRST, RowLimit.NONE), Arrival.SORTED_TOGETHER, 3);

        assertThat(merger.lacking()).isZero();
        merger.add(0, Cells.of("1", "a"));
        merger.add(0, Cells.of("5", "a"));
        assertThat(merger.lacking()).isEqualTo(1);
        merger.add(1, Cells.of("2", "b"));
        assertThat(merger.lacking()).isEqualTo(2);
        assertThat(merger.poll()).isNull();
        merger.ended(2);

        assertThat(merger.lacking()).isEqualTo(-1);
        assertThat(Cells.polled(merger)).containsExactly("1,a", "2,b");
        assertThat(merger.lacking()).isEqualTo(1);
        merger.ended(1);
        assertThat(Cells.polled(merger)).containsExactly("5,a");
        merger.ended(0);
        assertThat(merger.isFinished()).isTrue();
    }

    @Test
    void equalRowsComeInTheOrderOfTheirSources() {
        for (Arrival arrival : Arrival.values()) {
            RowMerger merger = start(sorting(0, FIRST, new RowLimit(0, 3)), arrival, 2);
            merger.add(1, Cells.of("1", "third"));
            merger.add(1, Cells.of("1", "fourth"));
            merger.add(0, Cells.of("1", "first"));
            merger.add(0, Cells.of("1", "second"));
            merger.ended(0);
            merger.ended(1);

            assertThat(Cells.polled(merger)).as(arrival.name()).containsExactly("1,first", "1,second", "1,third");
        }
    }

    @Test
    void aSortedSourceIsNotWantedOnceARowOfItCameTooLate() {
        RowMerger merger = start(sorting(0, FIRST, new RowLimit(0, 2)), Arrival.SORTED_IN_TURN, 2);

        merger.add(0, Cells.of("1", ""));
        merger.add(0, Cells.of("2", ""));
        merger.add(0, Cells.of("3", ""));
        assertThat(merger.poll()).isNull();

        assertThat(merger.wants(0)).isFalse();
        assertThat(merger.wants(1)).isTrue();
    }

    @Test
    void aSourceOutOfOrderIsAnError() {
        RowMerger merger = start(sorting(0, FIRST, RowLimit.NONE), Arrival.SORTED_TOGETHER, 2);
        merger.add(1, Cells.of("2", ""));

        assertThatThrownBy(() -> merger.add(1, Cells.of("1", "")))
                .isInstanceOf(UnsortedSourceException.class)
                .hasMessageContaining("source 1");
    }

    @Test
    void topRowsHoldNoMoreThanAreWanted() {
        RowMerger merger = start(sorting(0, FIRST, new RowLimit(2, 3)), Arrival.UNSORTED, 1);
        for (int i = 100_000; i > 0; i--) {
            merger.add(0, Cells.of(Integer.toString(i), ""));
            assertThat(merger.poll()).isNull();
        }
        merger.ended(0);

        assertThat(merger.heldBytes()).isLessThan(2_000);
        assertThat(Cells.polled(merger)).containsExactly("3,", "4,", "5,");
        assertThat(merger.heldBytes()).isZero();
    }

    @Test
    void beyondTheCapNothingIsHeld() {
        RowMerger merger = start(sorting(0, FIRST, RowLimit.NONE), Arrival.UNSORTED, 1);

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        merger.add(0, Cells.of(Integer.toString(i), "x"));
                        merger.poll();
                    }
                })
                .isInstanceOf(HeldTooMuchException.class)
                .hasMessageContaining("of at most " + CAP);
    }

    @Test
    void groupsAndDistinctRowsCountAgainstTheCap() {
        Grouping grouping = new Grouping(List.of(FIRST), List.of(Aggregate.of(AggregateFunction.COUNT, "b", 1)));
        MergePlan groups = new MergePlan(0, Optional.of(grouping), List.of(), List.of(), false, RowLimit.NONE);
        MergePlan distinct = new MergePlan(0, Optional.empty(), List.of(FIRST), List.of(), false, RowLimit.NONE);
        for (MergePlan plan : List.of(groups, distinct)) {
            RowMerger merger = start(plan, Arrival.UNSORTED, 1);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1_000; i++) {
                            merger.add(0, Cells.of(Integer.toString(i), "1"));
                            merger.poll();
                        }
                    })
                    .as(plan.text())
                    .isInstanceOf(HeldTooMuchException.class);
        }
    }

    @Test
    void sortedGroupsAreToldAsSoonAsTheNextBegins() {
        Grouping grouping = new Grouping(List.of(FIRST), List.of(Aggregate.of(AggregateFunction.COUNT, "b", 1)));
        MergePlan plan = new MergePlan(
                0, Optional.of(grouping), List.of(), List.of(new SortKey(FIRST, true)), false, RowLimit.NONE);
        RowMerger merger = start(plan, Arrival.SORTED_TOGETHER, 2);

        merger.add(0, Cells.of("9", "1"));
        merger.add(0, Cells.of("7", "1"));
        merger.add(1, Cells.of("9", "2"));
        merger.add(1, Cells.of("8", "5"));

        assertThat(Cells.polled(merger)).containsExactly("9,3");
        merger.ended(0);
        merger.ended(1);
        assertThat(Cells.polled(merger)).containsExactly("8,5", "7,1");
        assertThat(merger.isFinished()).isTrue();
    }

    @Test
    void withoutKeysThereIsOneGroupWhenAnyShardSentARow() {
        Grouping all = new Grouping(List.of(), List.of(Aggregate.of(AggregateFunction.COUNT, "n", 0)));
        MergePlan plan = new MergePlan(0, Optional.of(all), List.of(), List.of(), false, RowLimit.NONE);
        RowMerger merger = start(plan, Arrival.UNSORTED, 2);
        merger.add(0, Cells.of("0", ""));
        merger.add(1, Cells.of("0", ""));
        merger.ended(0);
        merger.ended(1);
        assertThat(Cells.polled(merger)).containsExactly("0,");

        RowMerger empty = start(plan, Arrival.UNSORTED, 1);
        empty.ended(0);
        assertThat(Cells.polled(empty)).isEmpty();
        assertThat(empty.isFinished()).isTrue();
    }

    @Test
    void nullsAreOneGroup() {
        Grouping grouping = new Grouping(List.of(HIDDEN), List.of(Aggregate.of(AggregateFunction.COUNT, "a", 0)));
        MergePlan plan = new MergePlan(0, Optional.of(grouping), List.of(), List.of(), false, RowLimit.NONE);
        RowMerger merger = start(plan, Arrival.UNSORTED, 2);
        merger.add(0, Cells.of("1", null));
        merger.add(0, Cells.of("1", ""));
        merger.add(1, Cells.of("4", null));
        merger.ended(0);
        merger.ended(1);

        assertThat(Cells.polled(merger)).containsExactly("5,NULL", "1,");
    }

    /** Comparing must not allocate: what is allocated is a row, its key, and places in queues. */
    @Test
    void aDroppedRowCostsHardlyAnAllocation() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        RowMerger merger = start(sorting(0, FIRST, new RowLimit(0, 10)), Arrival.UNSORTED, 1);
        byte[][] cells = Cells.of("123456789", "text");
        for (int i = 0; i < 100_000; i++) {
            merger.add(0, cells);
            merger.poll();
        }

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100_000; i++) {
            merger.add(0, cells);
            merger.poll();
        }
        long perRow = (threads.getCurrentThreadAllocatedBytes() - before) / 100_000;

        assertThat(perRow).isLessThan(100);
    }

    private static MergePlan sorting(int hiddenColumns, Key key, RowLimit limit) {
        return new MergePlan(
                hiddenColumns, Optional.empty(), List.of(), List.of(new SortKey(key, false)), false, limit);
    }

    private static RowMerger start(MergePlan plan, Arrival arrival, int sources) {
        return RowMerger.start(plan, arrival, sources, TWO_COLUMNS, CAP);
    }
}
