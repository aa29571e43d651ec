package io.pinion.operations.queue;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.ShardId;
import java.util.Optional;

/** A queue on one of its shards, and the pair that has it, as one topology says. */
record QueueShard(QueueTable queue, int number, Pair pair) {
    /** The same shard in another topology; empty when the table is no queue there, or not on this shard. */
    Optional<QueueShard> in(Topology topology) {
        return QueueTable.of(topology).stream()
                .filter(other -> other.toString().equals(queue.toString()) && other.isOn(number))
                .findFirst()
                .flatMap(other -> Optional.ofNullable(other.keyspace().ranges().pairOf(number))
                        .flatMap(topology::pair)
                        .map(now -> new QueueShard(other, number, now)));
    }

    TableName table() {
        return new TableName(queue.keyspace().databases().databaseOf(new ShardId(number)), queue.table());
    }

    /** Whether jobs expire by the same rules there, and the same server has them. */
    boolean isAs(QueueShard other) {
        return queue.queue().equals(other.queue.queue())
                && pair.name().equals(other.pair.name())
                && pair.primary().equals(other.pair.primary());
    }
}
