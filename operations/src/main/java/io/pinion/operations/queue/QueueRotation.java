package io.pinion.operations.queue;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes and drops the partitions of queues on all their shards, a thread for each pair. Blocks; for one thread. */
final class QueueRotation {
    private final OperationServices services;
    private final QueueTime time;
    private final QueueThreads threads;
    private final RotationOwner owner;
    private final BusyShards busy;

    QueueRotation(
            OperationServices services, QueueTime time, QueueThreads threads, RotationOwner owner, BusyShards busy) {
        this.services = services;
        this.time = time;
        this.threads = threads;
        this.owner = owner;
        this.busy = busy;
    }

    /**
     * A pair that is away keeps no other one from it. Returns when nothing runs any more.
     *
     * @param queues of the topology, by where they report
     * @throws OperationRefused nothing may be done any more
     */
    void rotate(Topology topology, List<RotationLog> queues, boolean force) throws OperationRefused {
        QueueTurns turns = new QueueTurns(services, owner, threads.watchers());
        PairRotation rotation = new PairRotation(owner, turns, busy, time, force);
        threads.onEach(
                byPair(topology, queues).entrySet(),
                pair -> rotation.rotate(topology, services.access(), pair.getKey(), pair.getValue()));
    }

    private static Map<Pair, Map<RotationLog, List<QueueShard>>> byPair(Topology topology, List<RotationLog> queues)
            throws OperationRefused {
        Map<Pair, Map<RotationLog, List<QueueShard>>> byPair = new LinkedHashMap<>();
        for (RotationLog report : queues) {
            report.queue().shards(topology).forEach((pair, shards) -> byPair.computeIfAbsent(
                            pair, none -> new LinkedHashMap<>())
                    .put(report, shards));
        }
        return byPair;
    }
}
