package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.HashedNumbers;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Statement;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * The local ids of all rows that a statement uses.
 *
 * @param constants any of them may be the local id of a row; none when no row is used
 */
public record RowNumbers(HashedNumbers hashed, List<KeySource.Constant> constants) {
    public RowNumbers {
        constants = List.copyOf(constants);
    }

    /** Whether each local id leads to a shard; one that is only to be bound may. */
    boolean leadToShards(Request request) {
        return allMatch(request, hashed::has);
    }

    /** Adds those of the shards that are open; perhaps none. */
    void addShards(Keyspace.Sharded keyspace, Request request, ShardFinder found) {
        allMatch(request, number -> {
            int shard = hashed.shardOf(number);
            found.addAll(keyspace.ranges(), shard, shard);
            return true;
        });
    }

    private boolean allMatch(Request request, LongPredicate each) {
        Statement statement = request.statement();
        for (KeySource.Constant constant : constants) {
            int count = statement.elementCount(constant.anchor());
            for (int element = 0; element < count; element++) {
                if (statement.hasValue(constant.anchor(), element) && !each.test(number(request, constant, element))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static long number(Request request, KeySource.Constant constant, int element) {
        return IdLiterals.read(request, constant.anchor(), element, constant.negative());
    }
}
