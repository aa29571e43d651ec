package io.pinion.operations.opening;

import io.pinion.routing.catalog.ShardRange;
import java.util.List;

/**
 * A changed insert weight of some shards.
 *
 * @param before the shards as they were
 * @param after the same shards as they are, in the same order
 * @param total the weight of the whole keyspace; 0 when no shard takes objects any more that nothing else places
 * @param generation of the topology with the change
 */
public record WeightChange(List<ShardRange> before, List<ShardRange> after, long total, long generation) {
    public WeightChange {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }
}
