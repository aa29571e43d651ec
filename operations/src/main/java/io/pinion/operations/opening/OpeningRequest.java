package io.pinion.operations.opening;

import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import java.util.OptionalInt;

/**
 * The shards that an operator wants to open, unchecked.
 *
 * @param first the first shard
 * @param last the last shard, inclusive
 * @param weight the insert weight of all the shards together; empty for the number of shards
 */
public record OpeningRequest(String keyspace, String pair, int first, int last, OptionalInt weight)
        implements AnsweredRequest<Opened> {
    Task.Opening task() {
        return new Task.Opening(keyspace, pair, first, last, weight.orElse(last - first + 1), ShardSet.NONE);
    }
}
