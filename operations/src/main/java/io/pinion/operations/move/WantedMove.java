package io.pinion.operations.move;

import io.pinion.operations.engine.OperationRequest;

/**
 * A request to move shards.
 *
 * @param named the first shard of the named range, all of which is on one pair
 * @param first the first shard that moves, no smaller than {@code named}
 * @param last the last shard of both, inclusive
 * @param to the pair that gets them
 */
public record WantedMove(String keyspace, int named, int first, int last, String to) implements OperationRequest {}
