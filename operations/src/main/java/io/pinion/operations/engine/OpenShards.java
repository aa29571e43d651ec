package io.pinion.operations.engine;

import io.pinion.operations.journal.ShardSet;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;
import java.util.stream.IntStream;

/** Shards that a statement names, all of which must be open. Decides without I/O. */
public final class OpenShards {
    private OpenShards() {}

    /** Their ranges; a range with a closed shard is refused, which may be a slip. */
    public static List<ShardRange> within(Keyspace.Sharded keyspace, int first, int last) throws OperationRefused {
        if (first > last) {
            throw new OperationRefused("the range ends at " + last + ", before it begins: write " + last + "-" + first);
        }
        List<ShardRange> open = keyspace.ranges().within(first, last);
        ShardSet closed = ShardSet.parse(first + "-" + last)
                .without(open.stream()
                        .flatMapToInt(range -> IntStream.rangeClosed(range.first(), range.last()))
                        .boxed()
                        .toList());
        if (!closed.isEmpty()) {
            boolean one = closed.size() == 1;
            throw new OperationRefused((one ? "shard " : "shards ") + closed + " of " + keyspace.name()
                    + (one ? " is" : " are") + " not open (SHOW SHARDS FROM " + keyspace.name() + ")");
        }
        return open;
    }
}
