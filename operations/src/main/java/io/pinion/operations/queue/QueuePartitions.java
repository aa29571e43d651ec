package io.pinion.operations.queue;

import io.pinion.operations.queue.ShardRotation.NeedsPerson;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.queue.PartitionPlan;
import io.pinion.routing.queue.QueuePartition;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;

/** Reads the partitions of a queue on one shard. Blocks; for one thread. */
record QueuePartitions(TableName table, ServerConnection server) {
    List<PartitionRow> rows() throws SQLException, NeedsPerson {
        return BaseTables.asking(server.jdbc(), List.of(table), PartitionRow::read);
    }

    PartitionPlan plan(JobQueue queue, LocalDateTime now) throws SQLException, NeedsPerson {
        return PartitionRow.plan(queue, rows(), now);
    }

    boolean isEmpty(QueuePartition partition) throws SQLException {
        return !has(partition, "TRUE");
    }

    boolean has(QueuePartition partition, String condition) throws SQLException {
        return !server.firstColumn(select(partition) + " WHERE " + condition + " LIMIT 1")
                .isEmpty();
    }

    boolean hasMoreThan(int rows, QueuePartition partition) throws SQLException {
        return !server.firstColumn(select(partition) + " LIMIT " + rows + ", 1").isEmpty();
    }

    private String select(QueuePartition partition) {
        return "SELECT 1 FROM " + table.quoted() + " PARTITION (" + partition.written() + ")";
    }
}
