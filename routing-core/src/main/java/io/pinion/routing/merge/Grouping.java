package io.pinion.routing.merge;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Makes one row of rows that are equal in all keys: the first row, with its aggregated columns computed from all.
 *
 * @param keys empty when all rows are one group, which exists when a shard sent a row
 * @param aggregates one per column that is computed from the rows of several shards; other columns keep the cell of the
 *     first row
 */
public record Grouping(List<Key> keys, List<Aggregate> aggregates) {
    public Grouping {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
    }

    String text() {
        String by = keys.isEmpty()
                ? "aggregate"
                : keys.stream().map(Key::name).collect(Collectors.joining(", ", "group by ", ""));
        return aggregates.isEmpty()
                ? by
                : by + aggregates.stream().map(Aggregate::text).collect(Collectors.joining(", ", " (", ")"));
    }
}
