package io.pinion.operations.queue;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.queue.JobQueue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table that the topology declares a queue. */
record QueueTable(Keyspace.Sharded keyspace, String table, JobQueue queue) {
    /** All of a topology, in the order of their names. */
    static List<QueueTable> of(Topology topology) {
        List<QueueTable> queues = new ArrayList<>();
        for (Keyspace keyspace : topology.keyspaces().values()) {
            if (keyspace instanceof Keyspace.Sharded sharded && !sharded.isImporting()) {
                for (Table table : sharded.tables().values()) {
                    table.queue().ifPresent(queue -> queues.add(new QueueTable(sharded, table.name(), queue)));
                }
            }
        }
        queues.sort(Comparator.comparing(QueueTable::toString));
        return queues;
    }

    /** @param name {@code keyspace.table} */
    static QueueTable named(Topology topology, String name) throws OperationRefused {
        return of(topology).stream()
                .filter(queue -> queue.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new OperationRefused(name
                        + " is no queue: SHOW QUEUES lists those that the topology declares (\"queue\" of a table)"));
    }

    /** Its shards by pair, in their order. */
    Map<Pair, List<QueueShard>> shards(Topology topology) throws OperationRefused {
        Map<Pair, List<QueueShard>> byPair = new LinkedHashMap<>();
        for (ShardRange range : keyspace.ranges().ranges()) {
            Pair pair = OperationServices.pair(topology, range.pair());
            for (int shard = range.first(); shard <= range.last(); shard++) {
                if (isOn(shard)) {
                    byPair.computeIfAbsent(pair, none -> new ArrayList<>()).add(new QueueShard(this, shard, pair));
                }
            }
        }
        return byPair;
    }

    /** Whether rows of it may be on an open shard of this number. */
    boolean isOn(int shard) {
        return !(keyspace.table(table) instanceof Table.SingleTable single)
                || single.shard().number() == shard;
    }

    @Override
    public String toString() {
        return keyspace.name() + "." + table;
    }
}
