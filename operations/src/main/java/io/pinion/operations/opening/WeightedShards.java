package io.pinion.operations.opening;

import io.pinion.operations.engine.OpenShards;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;

/** A new insert weight for some shards of a keyspace. Decides without I/O. */
final class WeightedShards {
    private final Keyspace.Id before;
    private final Keyspace.Sharded after;
    private final List<ShardRange> open;
    private final int first;
    private final int last;
    private final int weight;

    /** @throws OperationRefused unless all the shards are open */
    WeightedShards(Keyspace.Id before, int first, int last, int weight) throws OperationRefused {
        this.before = before;
        this.first = first;
        this.last = last;
        this.weight = weight;
        this.open = OpenShards.within(before, first, last);
        this.after = before.withRanges(before.ranges().changed(first, last, this::weighed));
    }

    private ShardRange weighed(ShardRange range) {
        return range.withWeight(InsertWeights.share(first, last, weight, range));
    }

    Keyspace.Sharded after() {
        return after;
    }

    boolean isNothing() {
        return after.equals(before);
    }

    WeightChange answer(long generation) {
        long total = after.ranges().ranges().stream()
                .mapToLong(ShardRange::insertWeight)
                .sum();
        return new WeightChange(open, open.stream().map(this::weighed).toList(), total, generation);
    }
}
