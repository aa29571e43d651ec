package io.pinion.operations.queue;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.queue.BriefLocks.InUse;
import io.pinion.operations.queue.PartitionRow.NotPartitioned;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.PartitionPlan;
import io.pinion.routing.queue.PartitionPlan.NewPartitions;
import io.pinion.routing.queue.QueuePartition;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;

/**
 * Makes and drops the partitions of a queue on one shard. Each step looks at what is there, and may be done again. Blocks;
 * for one thread.
 */
final class ShardRotation {
    /** More rows would be copied for longer than clients may wait. */
    private static final int MOST_COPIED = 2_000;

    /** MySQL's ER_PARTITION_EXCHANGE_DIFFERENT_OPTION, of columns that were added or dropped without a copy. */
    private static final int DIFFERENT_OPTION = 1731;

    private final QueueTable queue;
    private final QueueServer primary;
    private final ServerConnection server;
    private final TableName table;
    private final QueueTime time;
    private final RotationLog report;

    /** Something is to be looked at by a person before it can go on. */
    static final class NeedsPerson extends Exception {
        private static final long serialVersionUID = 1;

        NeedsPerson(String message) {
            super(message, null, false, false);
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    ShardRotation(QueueTable queue, QueueServer primary, String database, QueueTime time, RotationLog report) {
        this.queue = queue;
        this.primary = primary;
        this.server = primary.server();
        this.table = new TableName(database, queue.table());
        this.time = time;
        this.report = report;
    }

    /** Whether there is anything to be made or dropped. Tells what is wrong with the partitions that are there. */
    boolean isDue() throws SQLException, OperationRefused {
        LocalDateTime now = time.now(server);
        try {
            List<PartitionRow> rows = rows();
            for (PartitionFinding finding : PartitionFinding.of(queue, rows, now)) {
                if (has(finding.partition(), "TRUE")) {
                    report.problem(finding.words(table));
                }
            }
            PartitionPlan plan = new PartitionPlan(queue.queue(), partitions(rows), now);
            return !plan.missing().isEmpty() || !plan.expired().isEmpty() || new ExpiredTable(table, server).exists();
        } catch (NotPartitioned e) {
            report.problem(e.getMessage());
            return false;
        }
    }

    /** @param force whether to copy many rows, too, for as long as that takes */
    void rotate(boolean force) throws SQLException, OperationRefused {
        LocalDateTime now = time.now(server);
        ExpiredTable expired = new ExpiredTable(table, server);
        try {
            for (NewPartitions change : plan(now).missing()) {
                make(change, force);
            }
            if (expired.exists()) {
                report.returned(table, expired.settle(plan(now)));
            }
            drop(now, expired);
        } catch (NotPartitioned | NeedsPerson e) {
            report.problem(table + ": " + e.getMessage());
        } catch (InUse e) {
            report.problem(table + " is in use: " + e.getMessage());
        }
    }

    private PartitionPlan plan(LocalDateTime now) throws SQLException, NotPartitioned {
        return new PartitionPlan(queue.queue(), partitions(rows()), now);
    }

    private List<PartitionRow> rows() throws SQLException, NotPartitioned {
        return BaseTables.asking(server.jdbc(), List.of(table), PartitionRow::read);
    }

    private static List<QueuePartition> partitions(List<PartitionRow> rows) {
        return rows.stream().map(PartitionRow::partition).toList();
    }

    // --- new partitions

    private void make(NewPartitions change, boolean force) throws SQLException, InUse, OperationRefused {
        if (change instanceof PartitionPlan.Split(QueuePartition split, var into) && !force && hasMany(split)) {
            report.problem(table + ": partition " + split.name() + " has more than " + MOST_COPIED
                    + " rows, which clients would wait for while they are copied to partitions of their own: ROTATE"
                    + " PARTITIONS OF " + queue + " FORCE copies them");
            return;
        }
        primary.requireStandby();
        primary.locks().run(change.statement(table.quoted()));
        report.made(table, change.statement(table.toString()));
    }

    private boolean hasMany(QueuePartition partition) throws SQLException {
        return !server.firstColumn("SELECT 1 FROM " + table.quoted() + " PARTITION (" + partition.written() + ") LIMIT "
                        + MOST_COPIED + ", 1")
                .isEmpty();
    }

    // --- expired ones

    private void drop(LocalDateTime now, ExpiredTable expired)
            throws SQLException, NotPartitioned, InUse, OperationRefused {
        PartitionPlan plan = plan(now);
        for (QueuePartition partition : plan.expired()) {
            primary.requireStandby();
            try {
                if (has(partition, "TRUE")) {
                    empty(partition, plan, expired);
                }
                dropEmpty(partition);
            } catch (NeedsPerson e) {
                report.problem(table + ": " + e.getMessage());
            }
        }
    }

    private boolean has(QueuePartition partition, String condition) throws SQLException {
        return !server.firstColumn("SELECT 1 FROM " + table.quoted() + " PARTITION (" + partition.written() + ") WHERE "
                        + condition + " LIMIT 1")
                .isEmpty();
    }

    /** What can be seen to stay isn't taken away for a moment: clients would miss it. */
    private void empty(QueuePartition partition, PartitionPlan plan, ExpiredTable expired)
            throws SQLException, InUse, NeedsPerson {
        if (has(partition, ExpiredTable.unexpired(plan))) {
            throw new NeedsPerson(
                    "partition " + partition.name() + " has expired, but holds jobs that haven't, of another state"
                            + " or with a later time: it stays (SELECT … PARTITION (" + partition.name()
                            + ") on the shard shows"
                            + " them)");
        }
        expired.create();
        try {
            primary.locks()
                    .run("ALTER TABLE " + table.quoted() + " EXCHANGE PARTITION " + partition.written() + " WITH TABLE "
                            + expired.name().quoted());
        } catch (SQLException e) {
            if (e.getErrorCode() != DIFFERENT_OPTION) {
                throw e;
            }
            throw new NeedsPerson(
                    "partition " + partition.name() + " can't be exchanged, since columns were added or dropped"
                            + " without a copy (" + e.getMessage() + "): ALTER TABLE " + queue
                            + " FORCE makes the table anew, while clients wait");
        }
        report.returned(table, expired.settle(plan));
    }

    /** Under a lock, so that no row comes in between the look and the drop. */
    private void dropEmpty(QueuePartition partition) throws SQLException, InUse, NeedsPerson {
        primary.locks().run("LOCK TABLES " + table.quoted() + " WRITE");
        try {
            if (has(partition, "TRUE")) {
                throw new NeedsPerson("partition " + partition.name()
                        + " has got jobs with times that have expired already: it is dropped next time");
            }
            server.execute(List.of("ALTER TABLE " + table.quoted() + " DROP PARTITION " + partition.written()));
            report.dropped(table, partition);
        } finally {
            server.execute(List.of("UNLOCK TABLES"));
        }
    }
}
