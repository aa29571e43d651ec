package io.pinion.routing.plan;

import io.pinion.routing.catalog.Keyspace;
import java.util.HashMap;
import java.util.Map;

/** The shards that the elements of a statement's lists of keys lead to, each found once. */
final class KeyPlaces {
    private final Keyspace.Sharded keyspace;
    private final Request request;
    private final Map<Integer, int[]> byAnchor = new HashMap<>();

    KeyPlaces(Keyspace.Sharded keyspace, Request request) {
        this.keyspace = keyspace;
        this.request = request;
    }

    int shardOf(int anchor, int element) {
        return byAnchor.computeIfAbsent(anchor, this::shardsOf)[element];
    }

    private int[] shardsOf(int anchor) {
        int[] shards = new int[request.statement().elementCount(anchor)];
        for (int element = 0; element < shards.length; element++) {
            shards[element] = ShardFinder.shardOf(keyspace, request, anchor, element);
        }
        return shards;
    }
}
