package io.pinion.operations.opening;

import io.pinion.config.change.Author;
import io.pinion.operations.engine.AnsweredRequest;

/**
 * Another share of the new objects that nothing else places, for shards that are open.
 *
 * @param last the last shard, inclusive
 * @param weight of all shards together; 0 closes them for these objects
 */
public record WeightRequest(String keyspace, int first, int last, int weight, Author author)
        implements AnsweredRequest<WeightChange> {}
