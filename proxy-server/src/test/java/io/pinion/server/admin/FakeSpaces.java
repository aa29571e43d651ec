package io.pinion.server.admin;

import io.pinion.operations.space.ShardSpace;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Sizes for the manual's examples: all shards have as much, but for the first. */
final class FakeSpaces {
    private static final long MEGABYTE = 1 << 20;
    private static final int FULL = 4000;

    private FakeSpaces() {}

    static CompletionStage<List<ShardSpace>> measure(Keyspace.Sharded keyspace) {
        List<ShardSpace> spaces = new ArrayList<>();
        for (ShardRange range : keyspace.ranges().ranges()) {
            for (int shard = range.first(); shard <= range.last(); shard++) {
                long megabytes = shard == 0 ? FULL : 1;
                spaces.add(new ShardSpace(
                        shard, range.pair(), 3, 1000 * megabytes, 2 * megabytes * MEGABYTE, megabytes * MEGABYTE));
            }
        }
        return CompletableFuture.completedStage(spaces);
    }
}
