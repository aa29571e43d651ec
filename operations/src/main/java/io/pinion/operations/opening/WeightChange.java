package io.pinion.operations.opening;

import io.pinion.routing.catalog.ShardRange;
import java.util.List;

/**
 * Another share of new objects for some shards.
 *
 * @param before the shards as they were
 * @param after the same ones as they are, one for one
 * @param total the weight of the whole keyspace; 0 when no shard takes objects any more that nothing else places
 * @param generation of the topology that says so
 */
public record WeightChange(List<ShardRange> before, List<ShardRange> after, long total, long generation) {
    public WeightChange {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }
}
