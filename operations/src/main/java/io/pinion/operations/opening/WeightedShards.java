package io.pinion.operations.opening;

import io.pinion.operations.engine.OpenShards;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;

/** A new insert weight for some shards of a keyspace, all of which are open. Decides without I/O. */
record WeightedShards(Keyspace.Id before, List<ShardRange> open, int first, int last, int weight) {
    WeightedShards(Keyspace.Id before, int first, int last, int weight) throws OperationRefused {
        this(before, OpenShards.within(before, first, last), first, last, weight);
    }

    private ShardRange weighed(ShardRange range) {
        return range.withWeight(InsertWeights.share(first, last, weight, range));
    }

    Keyspace.Sharded after() {
        return before.withRanges(before.ranges().changed(first, last, this::weighed));
    }

    boolean isNothing() {
        return after().equals(before);
    }

    WeightChange answer(long generation) {
        long total = after().ranges().ranges().stream()
                .mapToLong(ShardRange::insertWeight)
                .sum();
        return new WeightChange(open, open.stream().map(this::weighed).toList(), total, generation);
    }
}
