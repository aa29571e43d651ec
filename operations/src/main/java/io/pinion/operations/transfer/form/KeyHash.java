package io.pinion.operations.transfer.form;

import io.pinion.routing.catalog.HashedNumbers;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunction;

/**
 * How the shard of an imported row is found by one of its values.
 *
 * @param keyspace its name, for messages
 */
public record KeyHash(String keyspace, ShardFunction function, int shards, KeyEncoding encoding) {
    public static KeyHash of(Keyspace.Sharded keyspace) {
        return switch (keyspace) {
            case Keyspace.Mod mod -> new KeyHash(mod.name(), mod.function(), mod.shards(), mod.keyEncoding());
            case Keyspace.Id id ->
                new KeyHash(id.name(), HashedNumbers.FUNCTION, id.ranges().shards(), KeyEncoding.UTF8);
        };
    }
}
