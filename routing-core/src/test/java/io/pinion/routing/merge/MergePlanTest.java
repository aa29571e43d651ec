package io.pinion.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.merge.AggregateFunction.Input;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MergePlanTest {
    private static final Key ID = new Key("id", 0, Comparison.NUMERIC);
    private static final Key AUTHOR = new Key("author", 1, Comparison.BYTES);

    @Test
    void nothingToDoIsCalledConcat() {
        assertThat(MergePlan.CONCAT.text()).isEqualTo("concat");
    }

    @Test
    void sortAndLimitReadLikeSql() {
        MergePlan plan = new MergePlan(
                0,
                Optional.empty(),
                List.of(),
                List.of(new SortKey(ID, false), new SortKey(AUTHOR, true)),
                false,
                new RowLimit(0, 3));

        assertThat(plan.text()).isEqualTo("sort id asc, author desc, limit 3");
    }

    @Test
    void rowsThatFollowShardByShardSaySo() {
        MergePlan plan =
                new MergePlan(0, Optional.empty(), List.of(), List.of(new SortKey(ID, true)), true, new RowLimit(2, 3));

        assertThat(plan.text()).isEqualTo("shard by shard, sort id desc, limit 3 offset 2");
    }

    @Test
    void everyStepIsNamedInItsTurn() {
        Grouping grouping = new Grouping(
                List.of(AUTHOR),
                List.of(
                        Aggregate.of(AggregateFunction.COUNT, "n", 2),
                        Aggregate.of(AggregateFunction.SUM, "total", 3).with(Input.EXACT_SUM, 3),
                        Aggregate.of(AggregateFunction.MIN, "first", 4).by(new Key("first", 4, Comparison.BYTES)),
                        Aggregate.of(AggregateFunction.MAX, "last", 5).by(new Key("last", 5, Comparison.BYTES)),
                        Aggregate.of(AggregateFunction.AVG, "mean", 6)
                                .with(Input.SUM, 3)
                                .with(Input.EXACT_SUM, 3)
                                .with(Input.COUNT, 2),
                        Aggregate.of(AggregateFunction.BIT_OR, "flags", 7)));
        MergePlan plan = new MergePlan(
                1,
                Optional.of(grouping),
                List.of(AUTHOR),
                List.of(new SortKey(ID, false)),
                false,
                new RowLimit(10, Long.MAX_VALUE));

        assertThat(plan.text())
                .isEqualTo(
                        "group by author (add n, add total, least first, greatest last, average mean, bit or flags), "
                                + "distinct, sort id asc, offset 10");
    }

    @Test
    void oneGroupOfAllRowsIsAnAggregate() {
        MergePlan plan = new MergePlan(
                0,
                Optional.of(new Grouping(List.of(), List.of(Aggregate.of(AggregateFunction.COUNT, "COUNT(*)", 0)))),
                List.of(),
                List.of(),
                false,
                new RowLimit(2, 5));

        assertThat(plan.text()).isEqualTo("aggregate (add COUNT(*)), limit 5 offset 2");
    }

    @Test
    void theEndOfALimitDoesNotOverflow() {
        assertThat(new RowLimit(5, 7).end()).isEqualTo(12);
        assertThat(new RowLimit(5, Long.MAX_VALUE).end()).isEqualTo(Long.MAX_VALUE);
        assertThat(new RowLimit(Long.MAX_VALUE, 1).end()).isEqualTo(Long.MAX_VALUE);
    }
}
