package io.pinion.operations.queue;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import java.sql.SQLException;
import java.util.concurrent.Executor;

/**
 * The right to change a queue's partitions on one shard, until it is closed: it alone gives the connections for that. For one
 * thread; blocks.
 */
final class QueueTurn implements AutoCloseable {
    private final OperationServices services;
    private final RotationOwner owner;
    private final Executor watchers;
    private final TaskLock lock;
    private final Runnable end;
    private final Topology topology;
    private final QueueShard shard;

    /**
     * @param lock is held
     * @param end gives it back
     * @param topology that was stored when it was taken
     */
    QueueTurn(
            OperationServices services,
            RotationOwner owner,
            Executor watchers,
            TaskLock lock,
            Runnable end,
            Topology topology,
            QueueShard shard) {
        this.services = services;
        this.owner = owner;
        this.watchers = watchers;
        this.lock = lock;
        this.end = end;
        this.topology = topology;
        this.shard = shard;
    }

    /** By the topology of now. */
    QueueShard shard() {
        return shard;
    }

    /** Logs in on the primary, and ends what is left there of an earlier turn: nobody else has one. */
    QueueServer connect() throws SQLException, OperationRefused {
        requireStill();
        return QueueServer.open(topology, services.access(), shard, watchers);
    }

    /** Asked before each statement that takes jobs away. */
    void requireStill() throws OperationRefused {
        owner.require(shard.table());
        if (!lock.isHeldWithin(TaskLock.BRIEFLY)) {
            throw new OperationRefused(
                    "ZooKeeper is away, so that another proxy may change the partitions of " + shard.table());
        }
        Topology now = services.topology();
        boolean other = now.generation() >= topology.generation()
                && shard.in(now).filter(shard::isAs).isEmpty();
        if (other) {
            throw new OperationRefused("the topology says another thing of " + shard.table()
                    + " than before: its partitions are looked at again by that");
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
