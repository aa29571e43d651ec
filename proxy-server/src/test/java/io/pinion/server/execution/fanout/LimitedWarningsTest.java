package io.pinion.server.execution.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.merge.Arrival;
import io.pinion.routing.merge.CellType;
import io.pinion.routing.merge.Comparison;
import io.pinion.routing.merge.Key;
import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.merge.RowMerger;
import io.pinion.routing.merge.SortKey;
import io.pinion.server.execution.answer.WarnedAnswer;
import io.pinion.server.execution.answer.WarnedAnswer.Kept;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitedWarningsTest {
    private static final List<CellType> COLUMNS = List.of(new CellType(CellType.Family.OTHER, 0));
    private static final MergePlan ANY_ORDER = MergePlan.CONCAT.limitedBy(new RowLimit(1, 4));
    private static final MergePlan SORTED = MergePlan.CONCAT
            .sortedBy(List.of(new SortKey(new Key("a", 0, Comparison.NUMERIC), false)))
            .limitedBy(new RowLimit(0, 2));

    @Test
    void warningsOfAnAnswerAreThoseOfItsRowsInOrder() {
        // Of the three rows of 0 the first is skipped; of the three of 1 the last comes too late.
        RowMerger merger = merged(ANY_ORDER, Arrival.UNSORTED, 0, 0, 0, 1, 1, 1);

        assertThat(LimitedWarnings.kept(
                        ANY_ORDER, merger, List.of(answer(0, 3, 3), answer(1, 3, 6), answer(2, 3, 3), answer(2, 0, 1))))
                .containsExactly(new Kept(1, 3), new Kept(0, 4), Kept.NONE, Kept.NONE);
    }

    @Test
    void aPartOfAWarningIsAWholeOne() {
        RowMerger merger = merged(ANY_ORDER, Arrival.UNSORTED, 0, 0, 0, 1, 1, 1);

        assertThat(LimitedWarnings.kept(ANY_ORDER, merger, List.of(answer(0, 3, 1), answer(1, 3, 1))))
                .containsExactly(new Kept(0, 1), new Kept(0, 1));
    }

    @Test
    void anAnswerWithoutRowsThatCameInTimeKeepsIts() {
        RowMerger merger = merged(ANY_ORDER, Arrival.UNSORTED, 0);

        assertThat(LimitedWarnings.kept(ANY_ORDER, merger, List.of(new WarnedAnswer(1, 0, 5, false))))
                .containsExactly(new Kept(0, 5));
    }

    @Test
    void whereAllRowsAreNeededThoseOfRowsThatWereLookedAtAreKept() {
        RowMerger merger = merged(SORTED, Arrival.SORTED_IN_TURN, 0, 0);

        assertThat(LimitedWarnings.kept(SORTED, merger, List.of(answer(0, 2, 2), answer(1, 2, 9), answer(2, 2, 2))))
                .containsExactly(new Kept(0, 2), new Kept(0, 9), Kept.NONE);
    }

    @Test
    void whereAllRowsAreNeededWarningsNeverCountForNothing() {
        RowMerger merger = merged(SORTED, Arrival.SORTED_IN_TURN, 0, 0);

        assertThat(LimitedWarnings.kept(SORTED, merger, List.of(answer(1, 2, 1))))
                .containsExactly(new Kept(0, 1));
    }

    @Test
    void allAreKeptWithoutLimit() {
        RowMerger merger = merged(MergePlan.CONCAT, Arrival.UNSORTED, 0);

        assertThat(LimitedWarnings.kept(MergePlan.CONCAT, merger, List.of(answer(0, 1, 3))))
                .containsExactly(new Kept(0, 3));
    }

    private static WarnedAnswer answer(int number, long rows, int warnings) {
        return new WarnedAnswer(number, rows, warnings, true);
    }

    /** @param sources of the rows, in the order in which they come */
    private static RowMerger merged(MergePlan plan, Arrival arrival, int... sources) {
        RowMerger merger = RowMerger.start(plan, arrival, 3, COLUMNS, 10_000);
        for (int source : sources) {
            merger.add(source, new byte[][] {"1".getBytes(StandardCharsets.US_ASCII)});
            poll(merger);
        }
        for (int source = 0; source < 3; source++) {
            merger.ended(source);
        }
        poll(merger);
        return merger;
    }

    private static void poll(RowMerger merger) {
        while (merger.poll() != null) {
            // The client gets it.
        }
    }
}
