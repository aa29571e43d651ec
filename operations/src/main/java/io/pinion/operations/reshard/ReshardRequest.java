package io.pinion.operations.reshard;

import io.pinion.operations.engine.OperationRequest;
import io.pinion.routing.catalog.DatabasePattern;
import java.util.List;
import java.util.Optional;

/**
 * A resharding that somebody asks for.
 *
 * @param shards how many the keyspace gets
 * @param hash the name of their hash; empty for the one that the keyspace has
 * @param pairs share the shards evenly, in this order
 * @param databases the pattern of their databases' names; empty for one by the keyspace's name and the number
 * @param onRequest whether it is handed over at HAND OVER OPERATION, and not as soon as it can be
 */
public record ReshardRequest(
        String keyspace,
        int shards,
        Optional<String> hash,
        List<String> pairs,
        Optional<DatabasePattern> databases,
        boolean onRequest)
        implements OperationRequest {
    public ReshardRequest {
        pairs = List.copyOf(pairs);
    }
}
