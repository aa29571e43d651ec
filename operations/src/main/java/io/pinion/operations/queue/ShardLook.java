package io.pinion.operations.queue;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.queue.ShardRotation.NeedsPerson;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.PartitionPlan;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;

/** Looks at the partitions of a queue on one shard, and changes nothing. Blocks; for one thread. */
record ShardLook(QueueShard shard, ServerConnection server, QueueTime time, RotationLog report) {
    /** Whether there is anything to be made or dropped. Tells what is wrong with the partitions that are there. */
    boolean isDue() throws SQLException, OperationRefused {
        TableName table = shard.table();
        QueueTable queue = shard.queue();
        LocalDateTime now = time.now(server);
        QueuePartitions partitions = new QueuePartitions(table, server);
        try {
            List<PartitionRow> rows = partitions.rows();
            for (PartitionFinding finding : PartitionFinding.of(queue, rows, now)) {
                if (!partitions.isEmpty(finding.partition())) {
                    report.problem(finding.words(table));
                }
            }
            PartitionPlan plan = PartitionRow.plan(queue.queue(), rows, now);
            return !plan.missing().isEmpty() || !plan.expired().isEmpty() || new ExpiredTable(table, server).exists();
        } catch (NeedsPerson e) {
            report.problem(e.getMessage());
            return false;
        }
    }
}
