package io.pinion.operations.verify;

import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.server.replication.Channel;
import io.pinion.operations.server.replication.Position;

/**
 * What shards that have moved have left on the pair that they came from, which follows the new one until the move is
 * finished.
 *
 * @param operation the number of the move
 * @param channel on which the old pair's primary follows, with the databases of all shards that have moved
 * @param begun the new primary's position where the channel began
 */
public record LeftCopy(long operation, Move move, Channel channel, Position begun) {
    boolean isOf(ShardVerdict shard) {
        return shard.keyspace().equals(move.keyspace())
                && shard.shard() >= move.first()
                && shard.shard() <= move.last()
                && shard.pair().equals(move.to());
    }

    /** For people. */
    String name() {
        return "the old copy on pair " + move.from() + " (operation " + operation + ")";
    }
}
