package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.template.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * Divides the elements of a statement's lists of ids and keys among the shards that get a part of them: each element is
 * read once, for any number of shards.
 */
final class ListedValues {
    private final Keyspace.Sharded keyspace;
    private final Request request;
    private final Map<Integer, Map<Long, List<Integer>>> idsByBase = new HashMap<>();
    private final Map<Integer, Map<Long, List<Integer>>> keysByShard = new HashMap<>();

    ListedValues(Keyspace.Sharded keyspace, Request request) {
        this.keyspace = keyspace;
        this.request = request;
    }

    /**
     * The elements of an anchor with the shard and the type of {@code idBase}, in their order; all of them must be ids.
     */
    List<Integer> ids(int anchor, long idBase) {
        return idsByBase
                .computeIfAbsent(
                        anchor,
                        list -> grouped(
                                list,
                                element -> IdLiterals.read(
                                                request.statement(),
                                                list,
                                                element,
                                                request.session().charset())
                                        & ~GlobalId.MAX_LOCAL))
                .getOrDefault(idBase, List.of());
    }

    /** The elements of an anchor that lead to a shard, in their order; all of them must be keys. */
    List<Integer> keys(int anchor, int shard) {
        return keysByShard
                .computeIfAbsent(
                        anchor, list -> grouped(list, element -> ShardFinder.shardOf(keyspace, request, list, element)))
                .getOrDefault((long) shard, List.of());
    }

    private Map<Long, List<Integer>> grouped(int anchor, IntToLongFunction owner) {
        Map<Long, List<Integer>> elements = new HashMap<>();
        for (int element = 0; element < request.statement().elementCount(anchor); element++) {
            elements.computeIfAbsent(owner.applyAsLong(element), any -> new ArrayList<>(2))
                    .add(element);
        }
        return elements;
    }
}
