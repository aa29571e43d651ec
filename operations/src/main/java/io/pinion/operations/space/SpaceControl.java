package io.pinion.operations.space;

import io.pinion.routing.catalog.Keyspace;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What people ask about the room that shards take. No call blocks; stages fail with a message for people. */
@FunctionalInterface
public interface SpaceControl {
    /** All shards of a keyspace, in their order, as their standbys have them; asks primaries that have none. */
    CompletionStage<List<ShardSpace>> measure(Keyspace.Sharded keyspace);
}
