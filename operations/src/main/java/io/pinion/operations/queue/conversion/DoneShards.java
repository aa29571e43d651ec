package io.pinion.operations.queue.conversion;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.queue.BriefLocks;
import io.pinion.operations.queue.BriefLocks.InUse;
import io.pinion.operations.queue.PartitionRow.NotPartitioned;
import io.pinion.operations.queue.QueuePartitions;
import io.pinion.operations.queue.QueueServer;
import io.pinion.operations.queue.QueueShard;
import io.pinion.operations.queue.QueueTime;
import io.pinion.routing.queue.PartitionPlan.NewPartitions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shards of a pair whose tables are queues already, while the topology doesn't say so yet and no keeper makes their
 * partitions. Blocks; for one thread.
 */
final class DoneShards {
    private static final Logger log = LoggerFactory.getLogger(DoneShards.class);

    /** Partitions are made hours ahead. */
    private static final Duration EVERY = Duration.ofMinutes(10);

    private final QueueTime time;
    private final List<QueueShard> shards;
    private long looked = System.nanoTime() - EVERY.toNanos();

    DoneShards(QueueTime time, List<QueueShard> done) {
        this.time = time;
        this.shards = new ArrayList<>(done);
    }

    void add(QueueShard shard) {
        shards.add(shard);
    }

    /** Makes the partitions that are about to be needed, unless that was done some minutes ago. */
    void keep(QueueServer primary) throws SQLException, OperationRefused {
        if (System.nanoTime() - looked < EVERY.toNanos()) {
            return;
        }
        looked = System.nanoTime();
        for (QueueShard shard : shards) {
            try {
                List<NewPartitions> missing = new QueuePartitions(shard.table(), primary.server())
                        .plan(shard.queue().queue(), time.now(primary.server()))
                        .missing();
                for (NewPartitions each : missing) {
                    primary.locks().run(each.statement(shard.table().quoted()));
                }
            } catch (InUse | NotPartitioned e) {
                log.debug("Partitions of a shard are made later", e);
            } catch (SQLException e) {
                if (!BriefLocks.isTimeout(e)) {
                    throw e;
                }
                log.debug("Partitions of a shard are made later", e);
            }
        }
    }
}
