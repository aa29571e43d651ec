package io.pinion.routing.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The steps by which the rows of several shards become one answer: group, remove repetitions, sort, cut, and drop
 * hidden columns. Columns are counted from 0 in the rows that the shards send. Immutable; shared by threads.
 *
 * @param hiddenColumns the number of columns at the end of each row that the client doesn't see
 * @param grouping absent when each row of a shard is a row of the answer
 * @param distinctBy rows that are equal in all of these are one row, the first; empty when rows needn't be distinct
 * @param order empty when any order will do
 * @param inTurn whether, in that order, every row of a source comes before all rows of the next one
 */
public record MergePlan(
        int hiddenColumns,
        Optional<Grouping> grouping,
        List<Key> distinctBy,
        List<SortKey> order,
        boolean inTurn,
        RowLimit limit) {
    /** All rows, those of different shards in any order. */
    public static final MergePlan CONCAT =
            new MergePlan(0, Optional.empty(), List.of(), List.of(), false, RowLimit.NONE);

    public MergePlan {
        if (hiddenColumns < 0) {
            throw new IllegalArgumentException("hidden columns: " + hiddenColumns);
        }
        if (inTurn && (order.isEmpty() || grouping.isPresent() || !distinctBy.isEmpty())) {
            throw new IllegalArgumentException("only rows that are sorted and nothing else follow source by source");
        }
        distinctBy = List.copyOf(distinctBy);
        order = List.copyOf(order);
    }

    public MergePlan limitedBy(RowLimit rows) {
        return new MergePlan(hiddenColumns, grouping, distinctBy, order, inTurn, rows);
    }

    /** The same plan for sources whose rows alternate in the order. */
    public MergePlan mixed() {
        return new MergePlan(hiddenColumns, grouping, distinctBy, order, false, limit);
    }

    public MergePlan sortedBy(List<SortKey> keys) {
        return new MergePlan(hiddenColumns, grouping, distinctBy, keys, inTurn, limit);
    }

    /** As EXPLAIN ROUTE shows it: {@code group by author (add n), sort n desc, limit 3 offset 10}. */
    public String text() {
        List<String> steps = new ArrayList<>();
        grouping.ifPresent(by -> steps.add(by.text()));
        if (!distinctBy.isEmpty()) {
            steps.add("distinct");
        }
        if (!order.isEmpty()) {
            steps.add(order.stream()
                    .map(SortKey::text)
                    .collect(Collectors.joining(", ", inTurn ? "shard by shard, sort " : "sort ", "")));
        }
        if (!limit.equals(RowLimit.NONE)) {
            steps.add(limit.text());
        }
        return steps.isEmpty() ? "concat" : String.join(", ", steps);
    }
}
