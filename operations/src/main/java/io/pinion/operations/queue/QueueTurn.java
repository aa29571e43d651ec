package io.pinion.operations.queue;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import java.sql.SQLException;

/**
 * The right to change a queue's partitions on one shard, until it is closed: it alone gives the connections for that. For one
 * thread; blocks.
 *
 * @param lock is held
 * @param end gives it back
 * @param topology that was stored when it was taken
 * @param shard by that topology
 */
record QueueTurn(
        OperationServices services,
        RotationOwner owner,
        TaskLock lock,
        Runnable end,
        Topology topology,
        QueueShard shard)
        implements AutoCloseable {
    /** Logs in on the primary, and ends what is left there of an earlier turn: nobody else has one. */
    QueueServer connect() throws SQLException, OperationRefused {
        requireStill();
        return QueueServer.open(topology, services.access(), shard);
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
