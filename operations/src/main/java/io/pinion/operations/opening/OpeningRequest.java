package io.pinion.operations.opening;

import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import java.util.OptionalInt;

/**
 * Shards that somebody wants to be opened; nothing of it is checked yet.
 *
 * @param first the first of them
 * @param last the last one, inclusive
 * @param weight of new objects that nothing else places, for all together; empty for their number
 */
public record OpeningRequest(String keyspace, String pair, int first, int last, OptionalInt weight) {
    Task.Opening task() {
        return new Task.Opening(keyspace, pair, first, last, weight.orElse(last - first + 1), ShardSet.NONE);
    }
}
