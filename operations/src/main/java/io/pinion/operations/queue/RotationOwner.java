package io.pinion.operations.queue;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.LockNames;
import io.pinion.operations.server.sql.TableName;

/** In whose name partitions are changed: the keeper's of the cluster, or an operation's. Thread-safe. */
interface RotationOwner {
    /**
     * Asked before each shard, and before each statement that takes jobs away. Blocks.
     *
     * @param table that is next
     * @throws OperationRefused nothing may be done any more
     */
    void require(TableName table) throws OperationRefused;

    /** What a turn locks beside what is locked already. */
    LockNames lockOf(QueueTable queue);
}
